// What the pages of billing ask the server, and under which keys it is kept.

import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import type { TransactionFilter } from './routes.tsx'

export function useTransactions(filter: TransactionFilter) {
  useRefresh(['transaction.*', 'recharge.*', 'refund.*', 'balance.*'], [['transactions']])
  return useList(['transactions', filter], (page) => api.billing.transactions.list({ ...filter, ...page }))
}
