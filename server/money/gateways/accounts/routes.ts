// Gateway accounts, for operators. A change takes effect in every process within 5 seconds, and in this one at once.

import { direct, type Example, noContent, ok, type Route } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import type { TSchema } from '#kit/wire.ts'
import * as accounts from './actions.ts'
import * as examples from './examples.ts'
import { type GatewayName, gatewayNames, kinds } from './rules.ts'
import { GatewayAccount, GatewayAccounts, NewCashfreeAccount, NewRazorpayAccount, readAccount } from './schema.ts'
import { showAccount } from './show.ts'

const common = { permission: 'installation.operate', tag: 'Gateways' } as const

export const gatewayAccountRoutes = (app: App): Route[] => {
  const { database, sealer, settings } = app
  const show = (row: Parameters<typeof showAccount>[0], all: Parameters<typeof showAccount>[0][]) =>
    showAccount(row, accounts.currentOf(all)?.name ?? null, { sealer, publicUrl: settings.publicUrl })

  async function set(name: GatewayName, actor: Actor, body: Parameters<typeof readAccount>[1]) {
    const terms = { at: actor.at, doer: actor, sealer }
    const shown = await database.transaction(async (tx) => {
      const row = await accounts.set(tx, terms, name, readAccount(name, body))
      return show(row, await accounts.list(tx))
    }, actor.organizationId)
    accounts.forgetAccounts(app)
    return ok(shown)
  }

  const put = <B extends TSchema>(name: GatewayName, body: B, example: Example) =>
    direct({
      ...common,
      operationId: `set${kinds[name].title}Account`,
      method: 'PUT',
      path: `/v1/gateways/${name}`,
      freshAuthentication: true,
      summary: `Set the ${kinds[name].title} account`,
      description:
        'Creates the account or replaces it as a whole; secrets that are omitted are kept. The first account of the installation permanently turns off the sandbox gateway and its test money.',
      body,
      responses: { 200: GatewayAccount },
      example,
      handle: (_, actor, { body: given }) => set(name, actor, given as Parameters<typeof readAccount>[1]),
    })

  return [
    direct({
      ...common,
      operationId: 'listGatewayAccounts',
      method: 'GET',
      path: '/v1/gateways',
      summary: 'List payment gateway accounts',
      description: "The installation's accounts with payment gateways. Secrets are masked.",
      responses: { 200: GatewayAccounts },
      example: { response: { data: [examples.razorpayAccount, examples.cashfreeAccount], sandbox: false } },
      async handle() {
        const all = await accounts.list(database.reads)
        return ok({ data: all.map((row) => show(row, all)), sandbox: await accounts.isGatewaySandboxOnNow(app) })
      },
    }),
    put('razorpay', NewRazorpayAccount, { request: examples.newRazorpayAccount, response: examples.razorpayAccount }),
    put('cashfree', NewCashfreeAccount, { request: examples.newCashfreeAccount, response: examples.cashfreeAccount }),
    ...gatewayNames.map((name) =>
      direct({
        ...common,
        operationId: `remove${kinds[name].title}Account`,
        method: 'DELETE',
        path: `/v1/gateways/${name}`,
        freshAuthentication: true,
        summary: `Remove the ${kinds[name].title} account`,
        description:
          'Deletes its keys, so the status of its open payments can no longer be checked. To stop new payments only, set `is_enabled` to false instead.',
        responses: { 204: null },
        refuses: ['not_found'],
        async handle(_, actor) {
          await database.transaction(
            (tx) => accounts.remove(tx, { at: actor.at, doer: actor }, name),
            actor.organizationId,
          )
          accounts.forgetAccounts(app)
          return noContent()
        },
      }),
    ),
  ]
}
