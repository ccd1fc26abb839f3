// The status as the API and `samvad status --json` show it.

import type { Static } from '#kit/wire.ts'
import type { Status } from './read.ts'
import type { InstallationStatus } from './schema.ts'

export function showStatus({ state, at, version, problems, parts }: Status): Static<typeof InstallationStatus> {
  return {
    state,
    at: Math.floor(at.getTime() / 1000),
    version,
    problems,
    parts: parts.map(({ name, state: ofPart, problems: own, lines, facts }) => ({
      name,
      state: ofPart,
      problems: [...own],
      lines: [...lines],
      facts: { ...facts },
    })),
  }
}
