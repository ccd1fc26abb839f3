// Which process is the parent of the program that this one is of.

import cluster from 'node:cluster'

export const parentPid = (): number => (cluster.isWorker ? process.ppid : process.pid)
