// samvad channel set, channel list, channel test, channel remove: the installation's accounts for all organizations

import { text } from 'node:stream/consumers'
import { compileCheck } from '#edge/validation.ts'
import type { AccountKind } from '#messaging/channels/accounts/kind.ts'
import { createSharedAccounts, shareableKinds } from '#messaging/channels/accounts/shared-routes.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { command, UsageError } from './command.ts'

const NAME = { type: 'string', required: true, value: 'CHANNEL', meaning: 'app or sms' } as const

export const channelSet = command({
  noun: 'channel',
  verb: 'set',
  summary: 'set the shared account of a channel, used by organizations without their own account',
  options: {
    name: NAME,
    stdin: {
      type: 'boolean',
      required: true,
      meaning: 'read the account from standard input: the JSON body of PUT /v1/shared_channels/CHANNEL',
    },
  },
  async run({ app, options }) {
    const [channel, kind] = kindNamed(options.name)
    if (!options.stdin) throw new UsageError('pass the account on standard input with --stdin')
    const given = parsed(await text(process.stdin))
    const [error] = compileCheck(kind.given)(given)
    if (error) throw new UsageError(`${error.field}: ${error.message}`)
    const shared = createSharedAccounts(app)
    await shared.set(channel, 'command_line', given)
    const data = await shared.show(channel, kind)
    return { data, lines: linesOf(data) }
  },
})

export const channelList = command({
  noun: 'channel',
  verb: 'list',
  summary: 'list the shared channel accounts',
  options: {},
  async run({ app }) {
    const shared = createSharedAccounts(app)
    const data = await Promise.all(shareableKinds().map(([channel, kind]) => shared.show(channel, kind)))
    return { data, lines: data.flatMap(linesOf) }
  },
})

export const channelTest = command({
  noun: 'channel',
  verb: 'test',
  summary: 'test the shared account of a channel; sends nothing',
  options: { name: NAME },
  async run({ app, options }) {
    const [channel, kind] = kindNamed(options.name)
    const tested = await createSharedAccounts(app).test(channel, kind)
    const steps = tested.steps ?? []
    const lines = steps.map(({ step, succeeded, detail }) => `${words(succeeded)}  ${step}  ${detail}`)
    return {
      data: tested,
      lines: [...lines, `${words(tested.succeeded)}  ${tested.detail}`],
      exitCode: tested.succeeded ? 0 : 1,
    }
  },
})

export const channelRemove = command({
  noun: 'channel',
  verb: 'remove',
  summary: 'remove the shared account of a channel and its credentials',
  options: { name: NAME },
  async run({ app, options }) {
    const [channel] = kindNamed(options.name)
    await createSharedAccounts(app).remove(channel, 'command_line')
    return { data: { channel, removed: true }, lines: [`removed the shared ${channel} account`] }
  },
})

const words = (succeeded: boolean | null): string => (succeeded === null ? '-' : succeeded ? 'good' : 'WRONG')

function kindNamed(name: string): [ChannelName, AccountKind] {
  const all = shareableKinds()
  const found = all.find((one) => one[0] === name)
  if (!found) throw new UsageError(`--name ${name}: must be ${all.map(([channel]) => channel).join(' or ')}`)
  return found
}

function parsed(given: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(given)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new UsageError('standard input must be a JSON object, as for PUT /v1/shared_channels/CHANNEL')
}

function linesOf(data: unknown): string[] {
  const { channel, carrier, ...fields } = data as Record<string, unknown>
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== false)
  if (carrier === 'none') return [`${channel}  none`]
  return [
    String(channel),
    ...given.map(([name, value]) => `  ${name}  ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
}
