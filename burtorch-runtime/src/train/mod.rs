//! Training: the command line, the loop, the log and the progress of a training binary.
