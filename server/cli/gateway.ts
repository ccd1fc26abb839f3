// samvad gateway set, gateway list, gateway remove

import { text } from 'node:stream/consumers'
import { compileCheck } from '#edge/validation.ts'
import type { App } from '#kit/app.ts'
import * as accounts from '#money/gateways/accounts/actions.ts'
import { type GatewayName, gatewayNames, kinds } from '#money/gateways/accounts/rules.ts'
import {
  type GatewayAccount,
  NewCashfreeAccount,
  NewRazorpayAccount,
  readAccount,
} from '#money/gateways/accounts/schema.ts'
import { showAccount } from '#money/gateways/accounts/show.ts'
import { command, UsageError } from './command.ts'
import { REFUSED, refuseArgument } from './password.ts'

const NAME = { type: 'string', required: true, value: 'NAME', meaning: gatewayNames.join(' or ') } as const
const bodies = { razorpay: NewRazorpayAccount, cashfree: NewCashfreeAccount }

export const gatewaySet = command({
  noun: 'gateway',
  verb: 'set',
  summary: 'set the account at a payment gateway; new recharges are paid through it',
  options: {
    name: NAME,
    account: { type: 'string', required: true, value: 'ID', meaning: 'key ID of Razorpay, or client ID of Cashfree' },
    stdin: {
      type: 'boolean',
      meaning:
        'read the secrets from standard input: the key or client secret on the first line, the webhook secret of Razorpay on the second; omitted ones stay',
    },
    secret: { type: 'string', value: 'TEXT', meaning: REFUSED },
    'webhook-secret': { type: 'string', value: 'TEXT', meaning: REFUSED },
    'base-url': { type: 'string', value: 'URL', meaning: "URL of the gateway's API; default: the gateway's own" },
    default: { type: 'boolean', meaning: 'receives new payments if both gateways are on' },
    off: { type: 'boolean', meaning: 'receives no new payments; pending ones are still settled' },
  },
  async run({ app, options }) {
    const name = nameOf(options.name)
    for (const one of ['secret', 'webhook-secret'] as const)
      refuseArgument(options[one], one, '--stdin, a line each on standard input')
    const [secret, webhookSecret] = options.stdin ? await secretsFromInput() : []
    const { account, secrets } = kinds[name]
    if (webhookSecret !== undefined && secrets.length < 2)
      throw new UsageError(`${kinds[name].title} has no webhook secret; it signs with its client secret`)
    const body = Object.fromEntries(
      Object.entries({
        [account]: options.account,
        [secrets[0] as string]: secret,
        ...(webhookSecret === undefined ? {} : { [secrets[1] as string]: webhookSecret }),
        base_url: options['base-url'],
        is_enabled: !options.off,
        is_default: options.default || undefined,
      }).filter(([, value]) => value !== undefined),
    )
    const [fault] = compileCheck(bodies[name])(body)
    if (fault) throw new UsageError(`${fault.field}: ${fault.message}`)
    const terms = { at: app.clock(), doer: 'command_line', sealer: app.sealer } as const
    const made = await app.database.transaction(async (tx) => {
      await accounts.set(tx, terms, name, readAccount(name, body as never))
      return (await listed(app, tx)).find((one) => one.name === name) as GatewayAccount
    })
    return { data: made, lines: [line(made), `webhooks  ${made.webhook_url}`] }
  },
})

export const gatewayList = command({
  noun: 'gateway',
  verb: 'list',
  summary: 'list the payment gateway accounts',
  options: {},
  async run({ app }) {
    const data = await listed(app, app.database.reads)
    const none = (await accounts.isGatewaySandboxOnNow(app))
      ? 'none: recharges are test money of the sandbox'
      : 'none: no recharge can be paid'
    return { data, lines: data.length === 0 ? [none] : data.map(line) }
  },
})

export const gatewayRemove = command({
  noun: 'gateway',
  verb: 'remove',
  summary: 'remove a payment gateway account and its keys',
  options: { name: NAME },
  async run({ app, options }) {
    const name = nameOf(options.name)
    const terms = { at: app.clock(), doer: 'command_line' } as const
    await app.database.transaction((tx) => accounts.remove(tx, terms, name))
    return { data: { name, removed: true }, lines: [`removed ${name}`] }
  },
})

async function listed(app: App, tx: Parameters<typeof accounts.list>[0]): Promise<GatewayAccount[]> {
  const all = await accounts.list(tx)
  const current = accounts.currentOf(all)?.name ?? null
  return all.map((row) => showAccount(row, current, { sealer: app.sealer, publicUrl: app.settings.publicUrl }))
}

const line = ({ name, account_id, base_url, is_enabled, is_current }: GatewayAccount) =>
  `${name}  ${account_id}  ${base_url}  ${is_current ? 'takes new payments' : is_enabled ? 'on' : 'off'}`

function nameOf(given: string): GatewayName {
  const name = gatewayNames.find((one) => one === given)
  if (!name) throw new UsageError(`--name ${given}: must be ${gatewayNames.join(' or ')}`)
  return name
}

async function secretsFromInput(): Promise<(string | undefined)[]> {
  const lines = (await text(process.stdin)).split(/\r?\n/)
  return lines.slice(0, 2).map((one) => one.trim() || undefined)
}
