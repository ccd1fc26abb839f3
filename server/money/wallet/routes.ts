// Balance and transactions: spec 9.

import { preferred } from '#edge/accept.ts'
import { ok, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as examples from './examples.ts'
import * as wallet from './reading.ts'
import { Balance, Transaction, TransactionQuery } from './schema.ts'
import { showTransaction } from './show.ts'
import { createStatements } from './statement.ts'

const tag = 'Billing'
const ids = { id: { prefix: 'txn', noun: 'transaction' } } as const

export const walletRoutes = (app: App, canSend: wallet.CanSend): Route[] => {
  const balance = wallet.createBalance(app, canSend)
  const statementAsCsv = createStatements(app)
  return [
    read({
      operationId: 'retrieveBalance',
      method: 'GET',
      path: '/api/v1/billing/balance',
      permission: 'balance.view',
      tag,
      summary: 'Retrieve the wallet balance',
      description:
        '`low_balance_warning` is the warning level that the balance has reached, in percent of the balance after the last credit to the wallet; null above 20 percent. At `0`, sending is paused because the balance does not cover any message that the organization could send next.',
      responses: { 200: Balance },
      example: { response: examples.balance },
      handle: async (tx, actor) => ok(await balance(tx, actor)),
    }),
    read({
      operationId: 'listTransactions',
      method: 'GET',
      path: '/api/v1/billing/transactions',
      permission: 'balance.view',
      tag,
      summary: 'List transactions',
      description:
        'Newest first. The period includes `from` and excludes `to`. With `Accept: text/csv`, all matching transactions are returned as one CSV file, in which the columns `created_at_ist` and `completed_at_ist` have the time in India in a format that spreadsheets read.',
      query: TransactionQuery,
      responses: { 200: Out.list(Transaction) },
      example: { response: { has_more: false, data: [examples.deduction] } },
      alsoProduces: 'text/csv',
      async handle(tx, actor, { query, accept }) {
        if (preferred(accept, ['application/json', 'text/csv']) === 'application/json')
          return ok(await wallet.transactions(tx, actor, query))
        wallet.mustBeWhole(query)
        const content = await statementAsCsv(actor, query)
        return { status: 200, raw: { contentType: 'text/csv; charset=utf-8', content, filename: 'transactions.csv' } }
      },
    }),
    read({
      operationId: 'retrieveTransaction',
      method: 'GET',
      path: '/api/v1/billing/transactions/:id',
      ids,
      permission: 'balance.view',
      tag,
      summary: 'Retrieve a transaction',
      responses: { 200: Transaction },
      example: { response: examples.deduction },
      handle: async (tx, actor, { ids }) =>
        ok(showTransaction(await wallet.findTransaction(tx, actor, ids.id as string))),
    }),
  ]
}
