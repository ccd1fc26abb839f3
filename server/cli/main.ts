// The command line of an installation: finds the command, opens the database, runs the command, prints the result. Exit
// codes: 0 done, 1 refused or failed, 2 wrong arguments. Results go to stdout, everything else to stderr.

import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { whyNotHere } from '#installation/moving.ts'
import type { App } from '#kit/app.ts'
import { sentenceOf } from '#kit/cannot-start.ts'
import { sqlState } from '#kit/database/errors.ts'
import { PATIENT_CONNECTION_TIMEOUT_MS } from '#kit/database/transaction-pool.ts'
import { Refusal } from '#kit/refusals.ts'
import { readSettings, type Settings } from '#kit/settings.ts'
import { LINE, NOTE, textError, visible, visibleJson } from '#kit/text.ts'
import { findRunning } from '#program/running.ts'
import { hasSecretKey, mustNotBeAnotherKey } from '#program/secret-key.ts'
import { adoptSettings } from './adopted-settings.ts'
import { type Command, type Context, type Options, type Outcome, UsageError } from './command.ts'
import { nearest } from './nearest.ts'
import { endingAt, say, version, wasLetGo } from './program.ts'
import { usage, usageOf, usageOfNoun, wordsOf } from './usage.ts'

/** A table or column of this version does not exist. */
const UNDEFINED = ['42P01', '42703']
/** Commands about the installation's identity. */
const TELLS_ITSELF = ['fence', 'move']
/** Verbs that change nothing; neither do commands of one word. */
const READS = ['list', 'export']
const HELP = ['help', '--help', '-h']

type Environment = Record<string, string | undefined>

/** Runs `samvad` with these arguments; returns the exit code. `age`: how long the process has been running. */
export async function main(
  words: string[],
  environment: Environment = process.env,
  age: () => number = () => 0,
): Promise<number> {
  if (words.length === 0 || HELP.includes(words[0] as string)) {
    const isAsked = words.length > 0
    const { commands } = await import('./commands.ts')
    ;(isAsked ? process.stdout : process.stderr).write(usage(commands))
    return isAsked ? 0 : 2
  }
  if (['version', '--version', '-v'].includes(words[0] as string)) {
    process.stdout.write(`samvad ${await version()}\n`)
    return 0
  }
  const command = await commandOf(words)
  if (!command) return explain(words)
  try {
    const options = optionsOf(command, words.slice(command.verb === null ? 1 : 2))
    if (options.help) {
      process.stdout.write(usageOf(command))
      return 0
    }
    const outcome = await run(command, options, environment, age)
    const output = outcome.isBesideOutput ? process.stderr : process.stdout
    if (!outcome.isSaid) output.write(`${options.json ? visibleJson(outcome.data) : shown(outcome)}\n`)
    return outcome.exitCode ?? 0
  } catch (error) {
    if (wasLetGo()) return 1
    process.stderr.write(`samvad: ${printed(reasonOf(error).split('\n'))}\n`)
    if (!(error instanceof UsageError)) return 1
    process.stderr.write(`\n${usageOf(command)}`)
    return 2
  }
}

/** External text must neither control the terminal nor look like a line of ours: spec 17.11. */
const printed = (lines: readonly string[]) => lines.map(visible).join('\n')

/** Colors are added last, so that external text has none. Disabled by NO_COLOR: https://no-color.org */
function shown({ lines, paint }: Outcome): string {
  const hasColours = paint !== undefined && process.stdout.isTTY && !process.env.NO_COLOR
  return lines.map((line) => (hasColours ? paint(visible(line)) : visible(line))).join('\n')
}

/** Suggestions for unknown words: the commands of a noun without a verb, otherwise the most similar ones. */
async function explain([noun = '', verb = '']: string[]): Promise<number> {
  const { commands } = await import('./commands.ts')
  const ofNoun = commands.filter((one) => one.noun === noun)
  if (ofNoun.length > 0 && HELP.includes(verb)) {
    process.stdout.write(usageOfNoun(noun, ofNoun))
    return 0
  }
  if (ofNoun.length > 0 && (verb === '' || verb.startsWith('-'))) {
    process.stderr.write(usageOfNoun(noun, ofNoun))
    return 2
  }
  const typed = verb === '' || verb.startsWith('-') ? [noun] : [noun, verb]
  const meant = nearest(typed, commands.map(wordsOf)).join(', ')
  process.stderr.write(
    `samvad: unknown command "${visible(typed.join(' '))}". Did you mean ${meant}? Run samvad --help for a list of commands.\n`,
  )
  return 2
}

async function commandOf([noun, verb]: string[]): Promise<Command | undefined> {
  // Loading all commands would take half of the two seconds that a status may take.
  if (noun === 'status') return (await import('./status.ts')).statusCommand
  const { commands } = await import('./commands.ts')
  return commands.find((one) => one.noun === noun && (one.verb === null || one.verb === verb))
}

function optionsOf(command: Command, words: string[]): Record<string, unknown> {
  const common = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
  const declared = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple }]) => [name, { type, multiple: multiple ?? false }]),
  )
  let values: Record<string, unknown>
  try {
    const allowPositionals = command.words !== undefined
    const parsed = parseArgs({ args: words, options: { ...declared, ...common }, strict: true, allowPositionals })
    values = parsed.values
    if (command.words) values[command.words] = [values[command.words] ?? [], parsed.positionals].flat()
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  for (const [name, { required, multiple, isNote }] of Object.entries(command.options)) {
    if (multiple) values[name] ??= []
    if (required && !values.help && !values[name]) throw new UsageError(`--${name} is required`)
    for (const value of [values[name]].flat()) mustBeText(name, value, isNote ? NOTE : LINE)
  }
  return values
}

/** Same rules as the API's texts: spec 3.24. Each command decides about an empty one. */
function mustBeText(name: string, value: unknown, pattern: string): void {
  if (typeof value !== 'string' || value === '' || new RegExp(pattern, 'u').test(value)) return
  throw new UsageError(`--${name}: ${textError(pattern, value)?.message}`)
}

async function run(
  command: Command,
  options: Record<string, unknown>,
  environment: Environment,
  age: () => number,
): Promise<Outcome> {
  const settings = await settingsOf(command, environment)
  // The program's log goes to stdout, which belongs to the command's result; failures are reported as the command's
  // own.
  settings.logLevel = 'silent'
  const say: Context<Options>['say'] = ({ data, lines }) =>
    process.stdout.write(options.json ? `${visibleJson(data, 0)}\n` : `${printed(lines)}\n`)
  if (!command.opensDatabase) return command.run({ settings, options: options as never, say, age })
  const { connection, release } = await connect(settings, command)
  try {
    const hadKey = await hasSecretKey(settings)
    const { assemble } = await import('#program/app.ts')
    const app = await assemble(settings, { connectionTimeoutMillis: PATIENT_CONNECTION_TIMEOUT_MS, ...connection })
    try {
      if (!command.makesDatabase) {
        await mustNotBeAnotherKey(app, !hadKey)
        if (!TELLS_ITSELF.includes(command.noun)) await mustBeHere(app, command)
      }
      await useRunningAddress(settings, environment)
      return await command.run({ app, connection, options: options as never, say })
    } finally {
      await app.database.close()
    }
  } finally {
    await release()
  }
}

/** `samvad status` only reports that a mail server is configured; it connects to none. */
const STATUS_STAND_INS = { SAMVAD_SMTP_URL: 'smtp://of-the-running-program.invalid' }

/** The running program's settings, unless the command has its own. */
async function settingsOf(command: Command, environment: Environment): Promise<Settings> {
  const standIns = command.noun === 'status' ? STATUS_STAND_INS : {}
  const { environment: adopted, note, missing } = await adoptSettings(environment, standIns)
  if (note !== null) say(note)
  mustHaveStore(command, missing)
  return readSettings(adopted)
}

/** A command that reads or deletes files must use the running program's store. */
function mustHaveStore({ usesStore }: Command, missing: readonly string[]): void {
  const lacking = usesStore ? missing.filter((name) => name.startsWith('SAMVAD_ATTACHMENTS')) : []
  if (lacking.length === 0) return
  throw new Error(
    `The running server stores attachments in a bucket, and this command needs ${lacking.join(', ')} to access it. Set the same values as for the server. Nothing was changed.`,
  )
}

/** Detects a forgotten DATABASE_URL. Reading is allowed; changes here would not affect the running installation. */
async function mustBeHere({ database }: App, { verb }: Command): Promise<void> {
  const why = await whyNotHere(database.reads)
  if (why === null) return
  if (verb !== null && !READS.includes(verb)) throw new Error(`${why} Nothing was changed.`)
  say(why)
}

/** The actual address of the program of this folder, whatever HOST and PORT are: printed addresses use it. */
async function useRunningAddress(settings: Settings, environment: Environment): Promise<void> {
  const running = await findRunning(settings.dataDirectory)
  if (!running) return
  settings.internalUrl = running.url
  if (!environment.PUBLIC_URL?.trim()) settings.publicUrl = running.publicUrl
}

/** The PostgreSQL of DATABASE_URL, or the embedded one: that of a running server is used and left running. */
async function connect(
  settings: Settings,
  { makesDatabase }: { makesDatabase?: true },
): Promise<{ connection: pg.PoolConfig; release: () => Promise<void> }> {
  if (settings.databaseUrl) return { connection: { connectionString: settings.databaseUrl }, release: async () => {} }
  const { dataDirectory } = settings
  if (!makesDatabase && !(await exists(join(dataDirectory, 'postgres')))) {
    throw new Error(
      `There is no installation in ${dataDirectory}. Set DATA_DIR or DATABASE_URL as for the server, or create an installation with npm start.`,
    )
  }
  const log = { info: () => {}, warn: say, error: say }
  const isArchived = settings.archive !== null
  const { startEmbeddedPostgres } = await import('#postgres/supervisor.ts')
  // A signal during its start cancels the start; later it stops the database, unless a program uses it.
  const signal = endingAt(async () => (await starting).stop())
  const starting = startEmbeddedPostgres({ dataDirectory, log, isArchived, signal })
  const postgres = await starting
  return { connection: postgres.connection, release: () => postgres.stop() }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

function reasonOf(error: unknown): string {
  if (UNDEFINED.includes(sqlState(error) ?? '')) return 'The database has pending migrations. Run samvad migrate'
  // The cause instead of "try again": it is more helpful to the person at the terminal.
  const cause = error instanceof Refusal && error.code === 'temporarily_unavailable' ? error.cause : undefined
  if (cause) return `The database cannot be used: ${sentenceOf(cause)}`
  return sentenceOf(error)
}
