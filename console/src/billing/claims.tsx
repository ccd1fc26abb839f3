import type { PaymentClaim, Recharge } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { Facts } from '../design/facts.tsx'
import { Identity } from '../design/identity.tsx'
import { Money } from '../design/money.tsx'
import { Section } from '../design/page.tsx'
import { micros } from '../design/rupees.ts'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { words } from './claim-words.ts'
import { named } from './words.ts'

const TONES = {
  open: 'warn',
  action_required: 'warn',
  under_review: 'warn',
  won: 'good',
  lost: 'bad',
  closed: 'neutral',
  pending: 'warn',
  processed: 'bad',
  failed: 'neutral',
} as const

function ClaimStatus({ status }: { status: string }) {
  const c = useWords(words)
  return <Status tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>{named(c.statuses, status)}</Status>
}

const isSome = (amount: string) => micros(amount) > 0n

/** Disputes of a recharge's payments, and refunds started at the gateway. */
export function Claims({ of: { claims } }: { of: Recharge }) {
  const c = useWords(words)
  if (claims.length === 0) return null
  return (
    <div className="mt-8">
      <Section title={c.title} description={c.detail}>
        <ul className="grid gap-4">
          {claims.map((claim) => (
            <li key={claim.id} className="rounded-box border border-line bg-surface p-4">
              <Claim claim={claim} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

function Claim({ claim }: { claim: PaymentClaim }) {
  const c = useWords(words)
  const may = useMay()
  const taken = isSome(claim.taken)
  const notes = [
    claim.is_paid_out && claim.takings.length === 0 ? c.notCredited : null,
    isSome(claim.shortfall) ? c.shortfallDetail : null,
    taken && claim.status === 'won' ? c.wonAfter : null,
    taken && claim.status === 'failed' ? c.failedAfter : null,
  ]
  const creditNotes = claim.takings.flatMap(({ credit_note_id }) => credit_note_id ?? [])
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h3 className="text-lead font-semibold">{named(c.kinds, claim.kind)}</h3>
        <ClaimStatus status={claim.status} />
      </div>
      <Facts
        facts={[
          { name: c.total, value: <Money amount={claim.total} /> },
          taken ? { name: c.taken, value: <Money amount={claim.taken} /> } : null,
          isSome(claim.taken_tax) ? { name: c.takenTax, value: <Money amount={claim.taken_tax} /> } : null,
          isSome(claim.shortfall) ? { name: c.shortfall, value: <Money amount={claim.shortfall} /> } : null,
          claim.phase === null ? null : { name: c.phase, value: claim.phase },
          claim.reason_code === null ? null : { name: c.reasonCode, value: claim.reason_code },
          claim.respond_by === null || TONES[claim.status as keyof typeof TONES] !== 'warn'
            ? null
            : { name: c.respondBy, value: <Time at={claim.respond_by} isExact /> },
          { name: c.told, value: <Time at={claim.created_at} isExact /> },
          { name: c.reference, value: <Identity id={claim.reference} /> },
          { name: c.payment, value: <Identity id={claim.payment_reference} /> },
        ]}
      />
      {notes.map(
        (note) =>
          note && (
            <p key={note} className="mt-3 text-soft">
              {note}
            </p>
          ),
      )}
      {creditNotes.length > 0 && may('invoices.download') && (
        <div className="mt-4 flex flex-wrap gap-2">
          {creditNotes.map((id) => (
            <PageLink key={id} page="billing/invoices" search={{ open: id }} className={buttonLook()}>
              {c.creditNote}
            </PageLink>
          ))}
        </div>
      )}
    </>
  )
}

/** Marks in a list: the latest claim of each kind. */
export function ClaimMarks({ of: { claims } }: { of: Recharge }) {
  const c = useWords(words)
  const last = new Map(claims.map((claim) => [claim.kind, claim]))
  return [...last.values()].map((claim) => (
    <Status key={claim.kind} tone={TONES[claim.status as keyof typeof TONES] ?? 'neutral'}>
      {named(c.short, claim.kind)}: {named(c.statuses, claim.status)}
    </Status>
  ))
}
