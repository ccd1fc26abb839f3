// Loaded before a command, by `--import`: kills it within the write call whose text matches SAMVAD_TEST_KILL_AT. A test
// that reads the output and then kills would be later, on a busy machine much later.

const point = new RegExp(process.env.SAMVAD_TEST_KILL_AT)
let said = ''
for (const stream of [process.stdout, process.stderr]) {
  const { write } = stream
  stream.write = function (text, ...rest) {
    said += text
    if (!point.test(said)) return write.call(this, text, ...rest)
    process.kill(process.pid, 'SIGKILL')
    return true
  }
}
