// What `samvad doctor` found when it last ran, kept in DATA_DIR/doctor.json: to look anew takes as long as the tables
// are large.

import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Part } from './part.ts'
import { lasting, secondsSince } from './words.ts'

export interface LastCheck {
  at: Date
  /** The invariants that were broken. */
  broken: string[]
}

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'doctor.json')

export async function keepLastCheck(dataDirectory: string, { at, broken }: LastCheck): Promise<void> {
  const draft = `${fileOf(dataDirectory)}-${process.pid}`
  await writeFile(draft, `${JSON.stringify({ at: at.toISOString(), broken })}\n`)
  await rename(draft, fileOf(dataDirectory))
}

/** Null when there is none, or none that can be read. */
export async function readLastCheck(dataDirectory: string): Promise<LastCheck | null> {
  try {
    const { at, broken } = JSON.parse(await readFile(fileOf(dataDirectory), 'utf8'))
    return { at: new Date(at), broken: broken.map(String) }
  } catch {
    return null
  }
}

export const lastCheckPart: Part = {
  name: 'doctor',
  async read({ settings, now }) {
    const last = await readLastCheck(settings.dataDirectory)
    if (last === null)
      return {
        state: 'unknown',
        lines: ['has not run with this DATA_DIR: samvad doctor'],
        facts: { last_at: null, broken: [] },
      }
    const ago = lasting(secondsSince(last.at, now))
    return {
      problems:
        last.broken.length > 0
          ? [`${ago} ago these invariants were broken: ${last.broken.join(', ')}. Run samvad doctor.`]
          : [],
      lines: [`${last.broken.length === 0 ? 'all of it held' : `broken: ${last.broken.join(', ')}`}, ${ago} ago`],
      facts: { last_at: Math.floor(last.at.getTime() / 1000), broken: last.broken },
    }
  },
}
