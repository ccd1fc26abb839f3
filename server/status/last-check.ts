// The last result of `samvad doctor`, stored in DATA_DIR/doctor.json: a new check takes minutes on large tables.

import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DoctorFacts } from './facts.ts'
import { line, problem } from './messages.ts'
import type { Part } from './part.ts'
import { secondsSince } from './units.ts'

export interface LastCheck {
  at: Date
  /** The ids of the broken rules. */
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

export const lastCheckPart: Part<DoctorFacts> = {
  name: 'doctor',
  async read({ settings, now }) {
    const last = await readLastCheck(settings.dataDirectory)
    if (last === null) return { state: 'unknown', lines: [line('doctor_never')], facts: { last_at: null, broken: [] } }
    const { broken: rules } = last
    const seconds = secondsSince(last.at, now)
    const facts = { last_at: Math.floor(last.at.getTime() / 1000), broken: rules }
    const checked = line('doctor_checked', { seconds })
    if (rules.length === 0) return { lines: [checked, line('doctor_holds')], facts }
    return {
      problems: [problem('rules_broken', { rules, seconds })],
      lines: [checked, line('doctor_broken', { rules })],
      facts,
    }
  },
}
