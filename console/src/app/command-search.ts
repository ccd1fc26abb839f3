// Search of the command menu: one request for all object types that the user may see (spec 7.152).

import type { FoundEverything } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { type Language, useLanguage, useWords } from './language.tsx'
import { usePaused } from './paused.ts'
import { purposeOf } from './purpose.ts'
import { isSought } from './sought.ts'
import { words } from './words.ts'

export interface Target {
  id: string
  label: string
  kind: keyof typeof words.en.kinds
  page: string
  search?: Record<string, string>
}

const OF_EACH = 5

/** Each result links to the page that shows it. */
function targetsIn(found: FoundEverything, q: string, nameless: string, language: Language): Target[] {
  const { contacts, conversations, groups, messages, templates, lists, webhook_endpoints: endpoints } = found
  const { segments, campaigns, forms, submissions, invoices, transactions } = found
  return [
    ...(contacts?.data ?? []).map(
      ({ id, display_name, email, phone_number }): Target => ({
        id,
        label: [display_name, email ?? phone_number].filter(Boolean).join(' · ') || nameless,
        kind: 'contact',
        page: `contacts/${id}`,
      }),
    ),
    ...(conversations?.data ?? []).map(
      ({ id, contact, group }): Target => ({
        id,
        label: contact?.display_name ?? group?.name ?? nameless,
        kind: 'conversation',
        page: `inbox/${id}`,
      }),
    ),
    ...(groups?.data ?? []).map(
      ({ id, name }): Target => ({ id, label: name, kind: 'group', page: `contacts/groups/${id}` }),
    ),
    ...(lists?.data ?? []).map(
      ({ id, name }): Target => ({ id, label: name, kind: 'list', page: `contacts/lists/${id}` }),
    ),
    ...(segments?.data ?? []).map(
      ({ id, name }): Target => ({ id, label: name, kind: 'segment', page: `contacts/segments/${id}` }),
    ),
    ...(templates?.data ?? []).map(
      ({ id, name }): Target => ({ id, label: name, kind: 'template', page: `templates/${id}` }),
    ),
    ...(campaigns?.data ?? []).map(
      ({ id, name }): Target => ({ id, label: name, kind: 'campaign', page: `campaigns/${id}` }),
    ),
    ...(forms?.data ?? []).map(({ id, name }): Target => ({ id, label: name, kind: 'form', page: `forms/${id}` })),
    ...(submissions?.data ?? []).map(
      ({ id, form_id, form_name, snippet }): Target => ({
        id,
        label: `${form_name} · ${snippet.text}`,
        kind: 'submission',
        page: `forms/${form_id}/submissions`,
        search: { open: id },
      }),
    ),
    ...(messages?.data ?? []).map(
      ({ id, conversation_id, snippet }): Target => ({
        id,
        label: snippet.text,
        kind: 'message',
        page: `inbox/${conversation_id}`,
        search: { q },
      }),
    ),
    ...(invoices?.data ?? []).map(
      ({ id, number, total }): Target => ({
        id,
        label: `${number} · ₹${total}`,
        kind: 'invoice',
        page: 'billing/invoices',
        search: { open: id },
      }),
    ),
    ...(transactions?.data ?? []).map(
      (transaction): Target => ({
        id: transaction.id,
        label: `${purposeOf(transaction, language)} · ₹${transaction.amount}`,
        kind: 'transaction',
        page: 'billing/transactions',
        search: { open: transaction.id },
      }),
    ),
    ...(endpoints?.data ?? []).map(
      ({ id, url }): Target => ({ id, label: url, kind: 'webhook', page: `developers/webhooks/${id}` }),
    ),
  ]
}

/** Only results of the current text: a quick Enter would otherwise open an earlier result. */
export function useTargets(typed: string, isOpen: boolean) {
  const { nameless } = useWords(words)
  const { language } = useLanguage()
  const q = usePaused(typed)
  const { data, error } = useQuery({
    queryKey: ['search', 'everything', q],
    queryFn: () => api.search.everything({ q, limit: OF_EACH }),
    enabled: isOpen && isSought(q),
  })
  const isCurrent = q === typed
  return {
    targets: data && isCurrent ? targetsIn(data, q, nameless, language) : [],
    error,
    isSearching: isSought(typed) && !error && !(data && isCurrent),
  }
}
