// The process id of the program's parent process: this process, or the parent of this cluster worker.

import cluster from 'node:cluster'

export const parentPid = (): number => (cluster.isWorker ? process.ppid : process.pid)
