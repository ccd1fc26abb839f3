// samvad status

import { fromOutside } from '#status/outside.ts'
import type { State } from '#status/part.ts'
import { parts as allParts } from '#status/parts.ts'
import { limitsAt, type PartStatus, readStatus } from '#status/read.ts'
import { showStatus } from '#status/show.ts'
import { commandAlone } from './command.ts'

const GOOD = '\u001b[32m'
const WRONG = '\u001b[1;31m'
const UNKNOWN = '\u001b[33m'
const PLAIN = '\u001b[0m'

const words: Record<State, string> = { good: 'good', wrong: 'WRONG', unknown: '?' }
const colours = new Map([
  [words.good, GOOD],
  [words.wrong, WRONG],
  [words.unknown, UNKNOWN],
])
const WORD_WIDTH = 7
const NAME_WIDTH = 13

export const statusCommand = commandAlone({
  noun: 'status',
  verb: null,
  summary:
    'show the state of the installation: program, database, queues, payments, channels, disk; exits with 1 on a problem',
  options: {},
  async run({ settings, age }) {
    const status = await readStatus(fromOutside(settings), allParts, limitsAt(age()))
    const { problems, version, state, parts } = status
    const verdict = state === 'good' ? 'nothing is wrong' : 'something is wrong'
    return {
      data: showStatus(status),
      lines: [`Samvad ${version}: ${verdict}`, ...problems.map((one) => `  ${one}`), '', ...parts.flatMap(linesOf)],
      exitCode: state === 'good' ? 0 : 1,
      paint,
    }
  },
})

function linesOf({ name, state, lines }: PartStatus): string[] {
  const indent = ' '.repeat(WORD_WIDTH + NAME_WIDTH)
  return lines.map((line, index) =>
    index === 0 ? `${words[state].padEnd(WORD_WIDTH)}${name.padEnd(NAME_WIDTH)}${line}` : `${indent}${line}`,
  )
}

function paint(line: string): string {
  const [, word = '', rest = ''] = /^(\S+)(.*)$/.exec(line) ?? []
  const colour = colours.get(word)
  if (colour) return `${colour}${word}${PLAIN}${rest}`
  return /^Samvad .*: something is wrong$/.test(line) ? `${WRONG}${line}${PLAIN}` : line
}
