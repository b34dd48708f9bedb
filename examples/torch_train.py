"""Models trained ten steps by torch, with torch's own kernels and with garner's: the same losses to the bit, and less time.

    python3 examples/torch_train.py [large]

A layer of a graph network (index_select, scatter_add), embeddings of categories (embedding and its gradient), those of several at
once (embedding_bag and its gradient), and a layer of experts (index_select, index_add). Where torch_geometric is installed, four of its
layers with their pools (gather, scatter_reduce, segments by softmax) besides. index_put's sums are in none: torch's own differ from
run to run. `large`: sizes at which time is worth looking at; each model is trained in turn, five times, and medians are told.
"""
import statistics
import sys
import time

import torch

import garner

try:
    import torch_geometric.nn as pyg
except ImportError:
    pyg = None

LARGE = len(sys.argv) > 1 and sys.argv[1] == "large"


def trained(parameters, loss_of, steps=10):
    optimizer, losses = torch.optim.SGD(parameters, 0.05), []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def graph_layer():
    nodes, edges, width = (20000, 200000, 64) if LARGE else (500, 5000, 16)
    ends, features = torch.randint(0, nodes, (2, edges)), torch.randn(nodes, width)
    layer = torch.nn.Linear(width, width)

    def loss():
        messages = layer(features).index_select(0, ends[0])
        sums = torch.zeros(nodes, width).scatter_add(0, ends[1][:, None].expand(-1, width), messages)
        return sums.tanh().square().mean()

    return trained(layer.parameters(), loss)


def categories():
    rows, batch, width = (200000, 20000, 64) if LARGE else (1000, 500, 16)
    tables = torch.nn.ModuleList(torch.nn.Embedding(rows, width) for _ in range(4))
    seen, top = torch.randint(0, rows, (4, batch)), torch.nn.Linear(4 * width, 1)

    def loss():
        found = torch.cat([table(index) for table, index in zip(tables, seen)], 1)
        return top(found).square().mean()

    return trained([*tables.parameters(), *top.parameters()], loss)


def bags():
    rows, batch, width = (200000, 4096, 64) if LARGE else (1000, 200, 16)
    tables = torch.nn.ModuleList(
        torch.nn.EmbeddingBag(rows, width, mode=mode, padding_idx=padding)
        for mode, padding in (("sum", None), ("mean", None), ("mean", 0), ("max", None))
    )
    lengths, top = torch.randint(0, 20, (4, batch)), torch.nn.Linear(4 * width, 1)
    starts = lengths.cumsum(1) - lengths
    seen = [torch.randint(0, rows, (int(each.sum()),)) for each in lengths]

    def loss():
        found = torch.cat([table(index, start) for table, index, start in zip(tables, seen, starts)], 1)
        return top(found.tanh() / 8).square().mean()

    return trained([*tables.parameters(), *top.parameters()], loss)


def experts():
    tokens, width, count = (20000, 64, 8) if LARGE else (500, 16, 4)
    given, gate = torch.randn(tokens, width), torch.nn.Linear(width, count)
    each = torch.nn.ModuleList(torch.nn.Linear(width, width) for _ in range(count))

    def loss():
        weights, chosen = gate(given).softmax(1).topk(2, 1)
        total = torch.zeros(tokens, width)
        for at, expert in enumerate(each):
            token, place = (chosen == at).nonzero(as_tuple=True)
            made = expert(given.index_select(0, token)) * weights.flatten().index_select(0, token * 2 + place)[:, None]
            total = total.index_add(0, token, made)
        return (total - given).square().mean()

    return trained([*gate.parameters(), *each.parameters()], loss)


def of_pyg(layer_of):
    """A model with one layer of torch_geometric's, of a width, and a mean and a maximum of the nodes of each graph."""

    def model():
        nodes, edges, width, graphs = (20000, 200000, 64, 20) if LARGE else (500, 5000, 16, 5)
        ends, features = torch.randint(0, nodes, (2, edges)), torch.randn(nodes, width)
        graph, layer, top = torch.randint(0, graphs, (nodes,)).sort().values, layer_of(width), torch.nn.Linear(2 * width, 1)

        def loss():
            made = layer(features, ends).tanh()
            pools = [pool(made, graph, graphs) for pool in (pyg.global_mean_pool, pyg.global_max_pool)]
            return top(torch.cat(pools, 1)).square().mean()

        return trained([*layer.parameters(), *top.parameters()], loss)

    model.__name__ = layer_of.__name__
    return model


def gcn(width):
    return pyg.GCNConv(width, width)


def sage_max(width):
    return pyg.SAGEConv(width, width, aggr="max")


def gat(width):
    return pyg.GATConv(width, width // 4, heads=4)


def sage_softmax(width):
    return pyg.SAGEConv(width, width, aggr="softmax")


def timed(model):
    torch.manual_seed(0)
    start = time.perf_counter()
    losses = model()
    return losses, time.perf_counter() - start


def main():
    models = [graph_layer, categories, bags, experts]
    if pyg is not None:
        models += map(of_pyg, (gcn, sage_max, gat, sage_softmax))
    for model in models:
        times = {"torch": [], "garner": []}
        for _ in range(5 if LARGE else 1):
            by_torch, seconds = timed(model)
            times["torch"].append(seconds)
            garner.torch.install()
            by_garner, seconds = timed(model)
            times["garner"].append(seconds)
            garner.torch.uninstall()
            if by_torch != by_garner:
                sys.exit(f"{model.__name__}: the losses differ: {by_torch} {by_garner}")
        took = ""
        if LARGE:
            medians = {name: statistics.median(seconds) for name, seconds in times.items()}
            took = f", torch {medians['torch']:.2f} s, garner {medians['garner']:.2f} s"
        print(f"{model.__name__}: the same ten losses, from {by_torch[0]:.4f} to {by_torch[-1]:.4f}{took}")


if hasattr(torch.library, "get_kernel"):
    main()
else:
    print(f"torch {torch.__version__} has no torch.library.get_kernel; 2.12 or newer is needed")
