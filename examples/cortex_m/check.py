"""Reads an image for a Cortex-M: no panic, no allocator, and in what is named no recursion and no call through a pointer.

    python3 check.py IMAGE FUNCTION…        OBJDUMP and NM name other tools than Debian's binutils-arm-none-eabi
    python3 check.py --test                 sees that each of these is found where it is

Prints the largest stack that each function can need, added up along its calls.
"""

import os
import re
import subprocess
import sys

# In the names of functions, mangled or not.
FORBIDDEN = re.compile(r"panic|unwind|rust_begin|__rust_|alloc|sbrk", re.IGNORECASE)
HEAD = re.compile(r"^([0-9a-f]+) <(.+)>:$")
LINE = re.compile(r"^\s*[0-9a-f]+:\t(?P<code>[0-9a-f ]+)\t(?P<operation>\S+)(?:\s+(?P<operands>.*))?$")
# What lld fills gaps between functions with. It would be a jump, but nothing gets there.
FILLER = "d4d4"
TARGET = re.compile(r"<([^+>]+)(\+0x[0-9a-f]+)?>")
BRANCH = re.compile(r"^(bl|b|cbn?z|b(eq|ne|cs|cc|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le))(\.[nw])?$")


def calls(listing):
    """Every function with what it calls and jumps to, and with its jumps that go through registers."""
    graph, indirect, function = {}, {}, None
    for line in listing.splitlines():
        if head := HEAD.match(line):
            function = head[2]
            graph[function], indirect[function] = set(), []
            continue
        match = LINE.match(line)
        if function is None or match is None or match["code"].strip() == FILLER:
            continue
        operation, operands = match["operation"], (match["operands"] or "").split("@")[0].strip()
        if BRANCH.match(operation):
            target = TARGET.search(operands)
            # A jump to the inside of a function is a loop or a branch of it.
            if target and target[1] != function and not target[2]:
                graph[function].add(target[1])
            elif target and target[1] == function and not target[2] and operation == "bl":
                graph[function].add(function)
            elif target and target[1] != function:
                indirect[function].append(line.strip())
        elif operation.startswith(("blx", "bx")) and operands != "lr":
            indirect[function].append(line.strip())
        elif re.match(r"^(ldr|mov|add)", operation) and operands.startswith("pc"):
            indirect[function].append(line.strip())
    return graph, indirect


def deepest(graph, sizes, start):
    """The path from `start` that needs the most stack, or the cycle that is reached."""
    done, path = {}, []

    def visit(function):
        if function in path:
            return None, path[path.index(function) :] + [function]
        if function not in done:
            path.append(function)
            best = 0
            for callee in sorted(graph.get(function, ())):
                depth, cycle = visit(callee)
                if cycle:
                    return None, cycle
                best = max(best, depth)
            path.pop()
            done[function] = best + sizes.get(function, 0)
        return done[function], None

    depth, cycle = visit(start)
    return depth, cycle, set(done)


def findings(listing, names, sizes, functions):
    """What is wrong, and the largest stack of each function."""
    graph, indirect = calls(listing)
    wrong = [f"the image has `{name}`" for name in names if FORBIDDEN.search(name)]
    stacks = {}
    for function in functions:
        if function not in graph:
            wrong.append(f"the image has no function `{function}`")
            continue
        depth, cycle, reached = deepest(graph, sizes, function)
        if cycle:
            wrong.append(f"`{function}` recurses: {' -> '.join(cycle)}")
        for name in sorted(reached):
            wrong += [f"`{function}` calls through a register in `{name}`: {line}" for line in indirect.get(name, ())]
        if not cycle:
            stacks[function] = (depth, len(reached), sorted(name for name in reached if name not in sizes))
    return wrong, stacks


def stack_sizes(section, symbols):
    """The section `.stack_sizes`: for each function its address (4 bytes) and the size of its frame (ULEB128)."""
    sizes, at = {}, 0
    while at < len(section):
        address, at, size, shift = int.from_bytes(section[at : at + 4], "little"), at + 4, 0, 0
        while True:
            byte, at = section[at], at + 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        for name in symbols.get(address & ~1, ()):
            sizes[name] = size
    return sizes


def test():
    fine = """00000000 <step>:
   0:	f000 f80e 	bl	10 <leaf>
   4:	b100      	cbz	r0, 8 <step+0x8>
   8:	4770      	bx	lr
   a:	d4d4      	bmi.n	2 <other+0x2>

00000010 <leaf>:
  10:	4770      	bx	lr
"""
    assert findings(fine, ["step", "leaf"], {"step": 8, "leaf": 16}, ["step"]) == ([], {"step": (24, 2, [])})
    cycle = fine.replace("  10:\t4770      \tbx\tlr", "  10:\tf7ff bff6 \tb.w\t0 <step>")
    assert "recurses: step -> leaf -> step" in findings(cycle, [], {}, ["step"])[0][0]
    itself = fine.replace("bl\t10 <leaf>", "bl\t0 <step>")
    assert "recurses: step -> step" in findings(itself, [], {}, ["step"])[0][0]
    pointer = fine.replace("  10:\t4770      \tbx\tlr", "  10:\t4798      \tblx\tr3")
    assert "through a register" in findings(pointer, [], {}, ["step"])[0][0]
    for name in ["_RNvNtCs4core9panicking9panic_fmt", "__rust_alloc", "rust_begin_unwind", "malloc"]:
        assert findings(fine, [name], {}, ["step"])[0] == [f"the image has `{name}`"]
    assert findings(fine, [], {}, ["other"])[0] == ["the image has no function `other`"]
    assert stack_sizes(bytes([1, 0, 0, 0, 0x88, 1]), {0: ["step"]}) == {"step": 136}
    print("check.py finds panics, allocators, recursion and calls through pointers")


def main():
    if sys.argv[1:] == ["--test"]:
        return test()
    image, functions = sys.argv[1], sys.argv[2:]
    objdump, nm = os.environ.get("OBJDUMP", "arm-none-eabi-objdump"), os.environ.get("NM", "arm-none-eabi-nm")
    run = lambda *command: subprocess.run(command, check=True, capture_output=True).stdout
    listing = run(objdump, "--disassemble", image).decode()
    symbols = [line.split() for line in run(nm, "--defined-only", image).decode().splitlines()]
    at = {}
    for address, kind, name in symbols:
        if kind in "tT" and not name.startswith("$"):
            at.setdefault(int(address, 16) & ~1, []).append(name)
    objcopy = objdump.replace("objdump", "objcopy")
    section = run(objcopy, "-O", "binary", "--only-section=.stack_sizes", "--set-section-flags", ".stack_sizes=alloc", image, "/dev/stdout")
    sizes = stack_sizes(section, at)
    wrong, stacks = findings(listing, [name for _, _, name in symbols], sizes, functions)
    for function, (depth, reached, unknown) in stacks.items():
        note = f"; not counted: {', '.join(unknown)}" if unknown else ""
        print(f"{function}: {reached} functions, none recursive, at most {depth} bytes of stack{note}")
    if wrong:
        sys.exit("\n".join(wrong))
    print("no panic, no allocator in the image")


main()
