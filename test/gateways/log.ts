// Captures what the program writes to its log instead of printing it: all loggers share the stream of the first.

import { symbols } from 'pino'
import type { TestSamvad } from '../harness.ts'

export interface CapturedLog {
  text(): string
}

export function capturedLog(samvad: TestSamvad): CapturedLog {
  const lines: string[] = []
  const log = samvad.app.log as unknown as Record<symbol, { write(line: string): void }>
  const stream = log[symbols.streamSym]
  if (!stream) throw new Error('the log has no stream')
  stream.write = (line) => void lines.push(line)
  samvad.app.log.info('the log is caught')
  return { text: () => lines.join('') }
}
