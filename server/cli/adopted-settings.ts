// A command without the server's environment uses the settings of the running program, which are recorded in DATA_DIR;
// it names those that it cannot adopt because they are secret.

import { resolve } from 'node:path'
import { type Environment, type GivenSettings, isGiven } from '#kit/given-settings.ts'
import { settings } from '#kit/settings.ts'
import { livingPrograms } from '#program/running.ts'

/** Settings of the process itself, which a command never adopts. */
const OWN: readonly string[] = [
  settings.dataDirectory,
  settings.databaseUrl,
  settings.roles,
  settings.port,
  settings.host,
  settings.apiProcesses,
  settings.databaseConnectionsMax,
  settings.logLevel,
].map(({ name }) => name)

export interface Adopted {
  environment: Environment
  /** Secret settings of the running program that the command was not given. */
  missing: readonly string[]
  /** A hint about the command's own settings; null when they equal those of the running program. */
  note: string | null
}

/** `standIns`: placeholder values for secrets that a command only reports as being set. */
export async function adoptSettings(environment: Environment, standIns: Environment = {}): Promise<Adopted> {
  const { name, default: folder } = settings.dataDirectory
  const programs = await livingPrograms(resolve(environment[name]?.trim() || folder))
  const given = programs.find((one) => one.settings !== null)?.settings
  return given ? adopted(environment, given, standIns) : { environment, missing: [], note: null }
}

/** Related settings have the same prefix: with one of them missing, the others would be an incomplete configuration. */
const groupOf = (name: string): string => /^(SAMVAD_|OTEL_)?[A-Z]+/.exec(name)?.[0] ?? name

/** Pure. */
export function adopted(
  environment: Environment,
  { plain, secret }: GivenSettings,
  standIns: Environment = {},
): Adopted {
  const lacking = secret.filter((name) => !OWN.includes(name) && !isGiven(environment, name))
  const missing = lacking.filter((name) => !isGiven(standIns, name))
  const stoodIn = lacking.filter((name) => isGiven(standIns, name)).map((name) => [name, standIns[name]] as const)
  const groups = new Set(missing.map(groupOf))
  const known = Object.entries(plain).filter(([name]) => !OWN.includes(name))
  const others = known.filter(([name, text]) => isGiven(environment, name) && environment[name]?.trim() !== text)
  const taken = known.filter(([name]) => !isGiven(environment, name) && !groups.has(groupOf(name)))
  const left = known.filter(([name]) => !isGiven(environment, name) && groups.has(groupOf(name)))
  const unlike = [...missing, ...[...others, ...left].map(([name]) => name)]
  return {
    environment: { ...environment, ...Object.fromEntries([...taken, ...stoodIn]) },
    missing,
    note:
      unlike.length === 0
        ? null
        : `This command uses its own settings, which differ from those of the running program: ${unlike.join(', ')}. Set them as for the server.`,
  }
}
