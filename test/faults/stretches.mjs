// Loaded before the program, by `--import`: measures how long its event loop stands still, in processor time of its
// thread, which a busy machine does not lengthen. A request with the header gets the longest stretch since the last such
// request, in milliseconds, and begins a new one.

import { Server } from 'node:http'

const HEADER = 'x-test-longest-stretch'
const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let last = usedMs()
let longest = 0
function look() {
  const now = usedMs()
  longest = Math.max(longest, now - last)
  last = now
}
setInterval(look, 1).unref()

const { emit } = Server.prototype
Server.prototype.emit = function (event, request, response, ...rest) {
  if (event !== 'request' || request.headers[HEADER] === undefined)
    return emit.call(this, event, request, response, ...rest)
  look()
  // The program does not see this request: it would count the connection as one whose request is on its way, and wait
  // for it at the end.
  response.shouldKeepAlive = false
  response.end(String(longest))
  longest = 0
  return true
}
