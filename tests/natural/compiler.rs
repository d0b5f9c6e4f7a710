//! rustc, called as cargo would call it: a program in, its diagnostics and perhaps a binary out.
//!
//! The programs are linked with the burtorch that cargo built for these tests, so nothing but the programs is built here.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// An error or a warning of rustc.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub error: bool,
    pub code: Option<String>,
    pub message: String,
    /// Where, in the program's own file.
    pub line: Option<usize>,
    /// As rustc prints it.
    pub rendered: String,
}

pub struct Compiled {
    pub diagnostics: Vec<Diagnostic>,
    /// Where there were no errors.
    pub binary: Option<PathBuf>,
}

impl Compiled {
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.error)
    }
}

pub struct Compiler {
    folder: PathBuf,
    burtorch: PathBuf,
    dependencies: PathBuf,
    check: PathBuf,
}

impl Compiler {
    /// The one of this process.
    pub fn get() -> &'static Self {
        static COMPILER: OnceLock<Compiler> = OnceLock::new();
        COMPILER.get_or_init(Self::new)
    }

    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("natural");
        std::fs::create_dir_all(&folder).unwrap();
        let burtorch = burtorch();
        let dependencies = burtorch.parent().unwrap().to_path_buf();
        let check = folder.join("libcheck.rlib");
        let compiler = Self { folder, burtorch, dependencies, check };
        let source = Path::new(ROOT).join("tests/natural/check.rs");
        let built = rustc().arg(source).arg("-o").arg(&compiler.check).args(["--crate-type", "rlib", "-O"]).status();
        assert!(built.unwrap().success(), "check.rs does not compile");
        compiler
    }

    /// Compiles `source` and links it if asked to.
    pub fn compile(&self, name: &str, source: &str, link: bool) -> Compiled {
        let name = name.replace(['-', '/'], "_");
        let file = self.folder.join(format!("{name}.rs"));
        let binary = self.folder.join(&name);
        std::fs::write(&file, source).unwrap();
        let output = rustc()
            .arg(&file)
            .args(["--crate-type", "bin", "--crate-name", &name, "--error-format=json"])
            .args(["--emit", if link { "link" } else { "metadata" }, "-o"])
            .arg(if link { binary.clone() } else { binary.with_extension("rmeta") })
            .args(["--extern", &format!("burtorch={}", self.burtorch.display())])
            .args(["--extern", &format!("check={}", self.check.display())])
            .args(["-L", &format!("dependency={}", self.dependencies.display())])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        let diagnostics: Vec<_> = text.lines().filter_map(|line| diagnostic(line, &file)).collect();
        let failed = diagnostics.iter().any(|diagnostic| diagnostic.error);
        assert_eq!(failed, !output.status.success(), "{name}: rustc failed without an error:\n{text}");
        Compiled { diagnostics, binary: (link && !failed).then_some(binary) }
    }
}

/// Runs a program: its standard output, or what it said when it failed.
pub fn run(binary: &Path) -> Result<String, String> {
    const LIMIT: Duration = Duration::from_secs(120);
    // Files, not pipes: a full pipe would stop a program that nobody reads while it is waited for.
    let (out, err) = (binary.with_extension("out"), binary.with_extension("err"));
    let file = |path: &Path| std::fs::File::create(path).unwrap();
    let child = Command::new(binary)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(file(&out))
        .stderr(file(&err))
        .spawn()
        .unwrap();
    let success = wait(child, LIMIT);
    match success {
        Some(true) => Ok(std::fs::read_to_string(out).unwrap()),
        Some(false) => Err(panic_message(&std::fs::read_to_string(err).unwrap())),
        None => Err(format!("still running after {} s", LIMIT.as_secs())),
    }
}

/// Does the same for many things, on all processors; results in their order.
pub fn parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((item, result)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).zip(results.get(index))
                } {
                    *result.lock().unwrap() = Some(work(item));
                }
            });
        }
    });
    results.into_iter().map(|result| result.into_inner().unwrap().unwrap()).collect()
}

fn wait(mut child: Child, limit: Duration) -> Option<bool> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status.success());
        }
        if start.elapsed() > limit {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The text between "panicked at …:" and the note about backtraces.
fn panic_message(text: &str) -> String {
    let message = text.lines().skip_while(|line| !line.contains("panicked at")).skip(1);
    let message: Vec<_> = message.take_while(|line| !line.starts_with("note: ")).collect();
    if message.is_empty() { text.trim().to_string() } else { message.join(" ") }
}

fn rustc() -> Command {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "-C", "debuginfo=0"]);
    rustc
}

/// The library that cargo built for this test: the youngest beside it that is not younger than it, if there is one. Another set of features may have one
/// there too, of the same sources.
fn burtorch() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let built = |path: &Path| path.metadata().unwrap().modified().unwrap();
    let files = std::fs::read_dir(test.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let is_burtorch = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libburtorch-") && name.ends_with(".rlib")
    };
    let libraries = files.filter(is_burtorch);
    libraries
        .max_by_key(|path| (built(path) <= built(&test), built(path)))
        .expect("cargo builds the library for its tests")
}

fn diagnostic(line: &str, file: &Path) -> Option<Diagnostic> {
    let message: Value = serde_json::from_str(line).ok()?;
    let text = message["message"].as_str()?;
    let error = message["level"] == "error";
    if !error && message["level"] != "warning" {
        return None;
    }
    // "aborting due to 2 previous errors", "2 warnings emitted": about others, not one of them.
    if message["spans"].as_array()?.is_empty() && message["code"].is_null() {
        return None;
    }
    Some(Diagnostic {
        error,
        code: message["code"]["code"].as_str().map(String::from),
        message: text.to_string(),
        line: line_in(&message["spans"], file),
        rendered: message["rendered"].as_str().unwrap_or(text).to_string(),
    })
}

/// The line of the first primary span; of code that a macro wrote, where the macro was called.
fn line_in(spans: &Value, file: &Path) -> Option<usize> {
    let mut span = spans.as_array()?.iter().find(|span| span["is_primary"] == true)?;
    while let Some(call) = span["expansion"].get("span") {
        span = call;
    }
    let is_own = span["file_name"].as_str().map(Path::new) == Some(file);
    span["line_start"].as_u64().filter(|_| is_own).and_then(|line| usize::try_from(line).ok())
}
