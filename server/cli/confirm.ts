// Asks for confirmation on the terminal before an action that is hard to undo.

import { createInterface } from 'node:readline/promises'
import { visible } from '#kit/text.ts'
import { UsageError } from './command.ts'

/** True after a "yes", or with `isYes` (--yes). Without a terminal, --yes is required. */
export async function confirmed(question: string, isYes: boolean): Promise<boolean> {
  if (isYes) return true
  if (!process.stdin.isTTY) throw new UsageError(`${question} Standard input is not a terminal: confirm with --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${visible(question)} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
