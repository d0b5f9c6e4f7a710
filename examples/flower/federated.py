"""Ten clients with different data train one compiled model together, in Flower's simulation: `examples/flower/run.sh`.

Twice: with Flower's own FedAvg, and with clients that send a tenth of what has changed (top-k with error feedback). Both should come within
5 % of the loss that one computer with all data reaches in as many steps.
"""

import resource
import sys

import burtorch
import numpy
from flwr.app import Array, ArrayRecord, ConfigRecord, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp
from flwr.serverapp import ServerApp
from flwr.serverapp.strategy import FedAvg
from flwr.simulation import run_simulation

CLIENTS, SAMPLES, ROUNDS, LOCAL_STEPS, RATE = 10, 200, 40, 10, 0.3
#: The part of its change that a client sends with compression.
SENT = 0.1
#: How far from central training a loss may end.
MARGIN = 0.05

PROGRAM = """
graph! {
    pub struct Net { net: Mlp<4, 16, 3> }
    impl Net {
        pub fn loss(&self, x: Tensor<4>, class: u8) -> f32 { cross_entropy(self.net.forward(x), class) }
    }
}
"""


def data(client):
    """What one client has seen: points around a place of its own, with classes by one rule for all."""
    rng = numpy.random.default_rng(client)
    x = rng.normal(rng.normal(0, 0.5, 4), 1.0, (SAMPLES, 4)).astype("float32")
    scores = numpy.stack([x[:, 0] + x[:, 1], x[:, 2] * x[:, 3], 0.5 - x[:, 0]], axis=1) + rng.normal(0, 0.3, (SAMPLES, 3))
    return x, scores.argmax(axis=1).astype("uint8")


def everything():
    parts = [data(client) for client in range(CLIENTS)]
    return [numpy.concatenate(arrays) for arrays in zip(*parts)]


def record(**arrays):
    return ArrayRecord({name: Array(array) for name, array in arrays.items()})


client = ClientApp()


@client.train()
def train(message, context):
    net, batch = burtorch.compile(PROGRAM), data(context.node_config["partition-id"])
    start = message.content["arrays"]["params"].numpy()
    params = start.copy()
    for _ in range(LOCAL_STEPS):
        loss = net.step(params, *batch, rate=RATE)
    if message.content["config"]["compress"]:
        # What is not sent now is kept for the next round.
        kept = context.state["kept"]["change"].numpy() if "kept" in context.state else 0
        change = params - start + kept
        count = max(1, int(SENT * len(change)))
        places = numpy.argpartition(-abs(change), count)[:count].astype("int32")
        arrays = record(places=places, values=change[places])
        change[places] = 0
        context.state["kept"] = record(change=change)
    else:
        arrays = record(params=params)
    # Of the process that ran it, Flower and Ray included.
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    metrics = MetricRecord({"loss": float(loss), "num-examples": SAMPLES, "memory": memory})
    return Message(RecordDict({"arrays": arrays, "metrics": metrics}), reply_to=message)


class Largest(FedAvg):
    """FedAvg of clients that send places and values of the largest changes."""

    def configure_train(self, server_round, arrays, config, grid):
        self.params = arrays["params"].numpy()
        return super().configure_train(server_round, arrays, config, grid)

    def aggregate_train(self, server_round, replies):
        replies = list(replies)
        for reply in replies:
            if reply.has_content():
                sent, params = reply.content["arrays"], self.params.copy()
                params[sent["places"].numpy()] += sent["values"].numpy()
                reply.content["arrays"] = record(params=params)
        return super().aggregate_train(server_round, replies)


def federated(net, compress):
    """The loss on all data after all rounds, the bytes that a client sends in one, and the most memory of its process."""
    server, result, memory, batch = ServerApp(), {}, [], everything()

    @server.main()
    def main(grid, context):
        def metrics(records, weights):
            values = [record["metrics"] for record in records]
            memory.extend(value["memory"] for value in values)
            return MetricRecord({"loss": sum(value["loss"] for value in values) / len(values)})

        strategy = (Largest if compress else FedAvg)(
            fraction_evaluate=0.0, min_available_nodes=CLIENTS, min_train_nodes=CLIENTS, train_metrics_aggr_fn=metrics
        )
        ended = strategy.start(
            grid, record(params=net.init(seed=1)), num_rounds=ROUNDS, train_config=ConfigRecord({"compress": compress})
        )
        result["loss"] = net.loss(ended.arrays["params"].numpy(), *batch)

    run_simulation(server, client, CLIENTS, backend_config={"client_resources": {"num_cpus": 1}})
    size = 8 * max(1, int(SENT * net.PARAMS)) if compress else 4 * net.PARAMS
    return result["loss"], size, max(memory) / 1024


def main():
    # It is compiled once; processes of clients find it by its text.
    net, batch = burtorch.compile(PROGRAM), everything()
    params = net.init(seed=1)
    first = net.loss(params, *batch)
    for _ in range(ROUNDS * LOCAL_STEPS):
        net.step(params, *batch, rate=RATE)
    central = net.loss(params, *batch)
    rows = [("one computer, all data", central, 0, 0.0)]
    for name, compress in [("FedAvg", False), ("FedAvg, a tenth is sent", True)]:
        rows.append((name, *federated(net, compress)))
    print(f"\n{CLIENTS} clients, {ROUNDS} rounds of {LOCAL_STEPS} steps, {net.PARAMS} parameters; the loss before training is {first:.4f}\n")
    print("| training | loss on all data | bytes from a client in a round | memory of a client's process, MB |\n|---|---|---|---|")
    for name, loss, size, memory in rows:
        print(f"| {name} | {loss:.4f} | {size or '–'} | {f'{memory:.0f}' if memory else '–'} |")
    worst = max(loss for _, loss, _, _ in rows)
    if not worst <= (1 + MARGIN) * central:
        sys.exit(f"failed: a loss of {worst:.4f} is more than {100 * MARGIN:.0f} % above {central:.4f}")
    print(f"\nall losses are within {100 * MARGIN:.0f} % of central training")


if __name__ == "__main__":
    main()
