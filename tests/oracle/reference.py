"""Writes tests/data/oracle: two data sets of scikit-learn as small files, and the optima that its solvers find on them.

    python tests/oracle/reference.py        # needs scikit-learn from PyPI; run from the root of a clone

Data are rounded first, and the optima are those of the rounded data. So the files are small, and exact.
"""

from pathlib import Path

import numpy as np
import sklearn
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import LogisticRegression

OUT = Path(__file__).resolve().parents[1] / "data" / "oracle"


def objective(rows, targets, x, l1, l2):
    margins = -targets * (rows @ x)
    return np.logaddexp(0.0, margins).mean() + 0.5 * l2 * x @ x + l1 * np.abs(x).sum()


def optimum(rows, targets, l1, l2):
    n = len(targets)
    if l1 == 0.0:
        model = LogisticRegression(C=1.0 / (n * l2), fit_intercept=False, tol=1e-12, max_iter=10_000, solver="newton-cholesky")
    else:
        # C · Σ log-loss + (1 − r)/2 ‖x‖² + r ‖x‖₁, divided by C n.
        total = n * (l1 + l2)
        model = LogisticRegression(
            C=1.0 / total, l1_ratio=l1 / (l1 + l2), fit_intercept=False, tol=1e-13, max_iter=200_000, solver="saga", random_state=0
        )
    x = model.fit(rows, targets).coef_[0]
    return objective(rows, targets, x, l1, l2), x


def cancer():
    data = load_breast_cancer()
    rows = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
    rows = np.round(rows * 100.0).astype("<i2")
    return rows, np.where(data.target == 1, 1, -1).astype("i1"), 100.0


def digits():
    """The first 400 digits; whether they are odd."""
    data = load_digits()
    return data.data[:400].astype("<i2"), np.where(data.target[:400] % 2 == 1, 1, -1).astype("i1"), 16.0


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    lines = [f"# scikit-learn {sklearn.__version__}: data, l1, l2, the least value of the objective, and the solution"]
    for name, (rows, targets, scale), problems in [
        ("breast_cancer", cancer(), [(0.0, 0.1), (0.0, 0.01), (0.02, 0.1)]),
        ("digits", digits(), [(0.0, 0.1)]),
    ]:
        (OUT / f"{name}.rows").write_bytes(rows.tobytes())
        (OUT / f"{name}.targets").write_bytes(targets.tobytes())
        exact, signs = rows.astype(float) / scale, targets.astype(float)
        for l1, l2 in problems:
            value, x = optimum(exact, signs, l1, l2)
            lines.append(" ".join([name, str(l1), str(l2), repr(float(value)), *(repr(float(x)) for x in x)]))
    (OUT / "optima.txt").write_text("\n".join(lines) + "\n")


main()
