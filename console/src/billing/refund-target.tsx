// The payment to be refunded: given, or found by kind, day and amount.

import type { Transaction } from '@samvad/sdk'
import { type ReactNode, useId, useState } from 'react'
import { useLanguage, useWords } from '../app/language.tsx'
import { purposeOf } from '../app/purpose.ts'
import { AmountInput, Field, Input, Select } from '../design/field.tsx'
import { More } from '../design/more.tsx'
import { rupees, typedAmount } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Time } from '../design/time.tsx'
import { useTransaction, useTransactions } from './data.ts'
import { words as refundWords } from './refund-words.ts'
import { words as transactionWords } from './transaction-words.ts'
import { words } from './words.ts'

const PAGE_ROWS = 20
/** While a year is typed, it first looks like 0002. */
const FIRST_DAY = '2000-01-01'
const KINDS = ['recharge', 'deduction'] as const

interface TargetProps {
  of: string
  value: string
  onChange: (id: string) => void
  error: string | null
  mayLook: boolean
}

export function RefundTarget({ of, value, onChange, error, mayLook }: TargetProps) {
  const r = useWords(refundWords)
  if (mayLook && of === 'new') return <Finder value={value} onChange={onChange} error={error} />
  if (mayLook && of.startsWith('txn_')) return <Given id={of} error={error} />
  return (
    <Field label={r.of} hint={r.ofHint} error={error}>
      <Input value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

function Given({ id, error }: { id: string; error: string | null }) {
  const r = useWords(refundWords)
  const { language } = useLanguage()
  const { data } = useTransaction(id)
  return (
    <Field label={r.of} error={error}>
      <Select value={id} disabled>
        <option value={id}>{data ? `${rupees(data.amount)} · ${purposeOf(data, language)}` : ''}</option>
      </Select>
    </Field>
  )
}

function Finder({ value, onChange, error }: Omit<TargetProps, 'of' | 'mayLook'>) {
  const w = useWords(words)
  const r = useWords(refundWords)
  const t = useWords(transactionWords)
  const [kind, setKind] = useState<(typeof KINDS)[number]>('recharge')
  const [day, setDay] = useState('')
  const [text, setText] = useState('')
  const amount = kind === 'recharge' ? typedAmount(text) : null
  const list = useTransactions(
    { kind, status: 'completed', ...(day >= FIRST_DAY && { from: day, to: day }), ...(amount !== null && { amount }) },
    { pageRows: PAGE_ROWS },
  )
  const isWrong = kind === 'recharge' && text.trim() !== '' && amount === null
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label={w.kind}>
          <Select
            value={kind}
            onChange={({ target }) => {
              setKind(target.value as typeof kind)
              onChange('')
            }}
          >
            {KINDS.map((name) => (
              <option key={name} value={name}>
                {t.kind[name]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={r.day}>
          <Input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        </Field>
        {kind === 'recharge' && (
          <Field label={r.credit} error={isWrong ? r.notAnAmount : null}>
            <AmountInput value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
        )}
      </div>
      {list.rows ? (
        <Choices rows={list.rows} value={value} onChange={onChange} error={error}>
          <More hasMore={list.hasMore} isLoading={list.isLoadingMore} onMore={list.more} />
        </Choices>
      ) : list.error ? (
        <Failed error={list.error} onRetry={list.retry} />
      ) : (
        <Skeleton rows={3} />
      )}
    </div>
  )
}

interface ChoicesProps extends Omit<TargetProps, 'of' | 'mayLook'> {
  rows: Transaction[]
  children: ReactNode
}

function Choices({ rows, value, onChange, error, children }: ChoicesProps) {
  const r = useWords(refundWords)
  const { language } = useLanguage()
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="font-medium">{r.of}</legend>
      {rows.length === 0 && <p className="text-soft">{r.noneFound}</p>}
      <div className="max-h-56 overflow-y-auto">
        {rows.map((row) => (
          <label key={row.id} className="touch flex items-center gap-2 py-1">
            <input
              type="radio"
              name={name}
              className="size-4 shrink-0 accent-accent"
              checked={value === row.id}
              onChange={() => onChange(row.id)}
            />
            <span className="figures shrink-0">{rupees(row.amount)}</span>
            <span className="min-w-0 grow truncate" title={purposeOf(row, language)}>
              {purposeOf(row, language)}
            </span>
            <span className="shrink-0 text-small text-soft">
              <Time at={row.created_at} />
            </span>
          </label>
        ))}
        {children}
      </div>
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
