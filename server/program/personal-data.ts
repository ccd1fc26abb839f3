// All places that hold a contact's personal data: each kind of rows and files, and what a deletion does with it.
// Deleting a contact runs `deletion` in this order; erasing one runs `erasure` before it with all addresses of the
// person (spec 6.13, 6.33). test/structure/personal-data.test.ts reports a table or file that is missing here.

import type { Hook } from '#events/hooks.ts'
import * as submissions from '#forms/submissions/removal.ts'
import * as campaigns from '#messaging/campaigns/following.ts'
import * as channelNotices from '#messaging/channels/notices/actions.ts'
import * as sms from '#messaging/channels/sms/forget.ts'
import * as conversations from '#messaging/conversations/actions.ts'
import * as imports from '#messaging/imports/forgetting.ts'
import * as waiting from '#messaging/inbound/waiting/of-person.ts'
import * as messages from '#messaging/messages/actions.ts'
import * as search from '#messaging/search/following.ts'
import * as exports from '#reporting/exports/withdrawal.ts'
import * as sandbox from '#sandbox/forget.ts'

export interface Artefact {
  what: string
  tables: readonly string[]
  /** Sources that write files with it. */
  writers?: readonly string[]
  /** Run in the transaction of the deletion. */
  deletion?: readonly Hook<'contact.removing'>[]
  /** Additionally run before it when a person is erased. */
  erasure?: readonly Hook<'contact.erasing'>[]
  /** Without either: the source whose deletion or expiry removes it. */
  by?: string
  /** When and how it is deleted. */
  end: string
}

/** The sandbox comes after the messages: a mail in flight is found once they have released its delivery. */
export const artefacts: readonly Artefact[] = [
  {
    what: 'conversations with their messages, versions, reactions, files and originals',
    tables: [
      'conversations',
      'messages',
      'message_versions',
      'reactions',
      'contact_reaction_times',
      'reaction_sends',
      'missing_attachments',
      'attachments',
      'message_originals',
      'attachment_removals',
    ],
    writers: [
      'server/messaging/attachments/take.ts',
      'server/messaging/attachments/originals.ts',
      'server/messaging/attachments/store/folder-store.ts',
      'server/messaging/attachments/store/object-store.ts',
    ],
    deletion: [conversations.removeWithContacts],
    end: 'deleted; their files follow, after the commit',
  },
  {
    what: 'deliveries of group messages and campaigns to the contact, and its places in campaigns',
    tables: ['deliveries', 'deletions', 'contact_merges', 'campaign_recipients', 'campaign_engagements'],
    deletion: [messages.forgetContacts, campaigns.forgetContacts],
    end: 'lose whom they went to; of a large contact in pieces, and unreadable from the first moment',
  },
  {
    what: 'parts of a long SMS that are not complete',
    tables: ['sms_incoming_parts'],
    deletion: [sms.forgetContacts],
    end: 'deleted',
  },
  {
    what: 'what a provider reported of an account',
    tables: ['channel_notices'],
    deletion: [channelNotices.forgetContacts],
    end: 'deleted where it names the contact',
  },
  {
    what: 'mail, SMS and app messages in the sandbox',
    tables: ['sandbox_messages'],
    deletion: [sandbox.forgetContacts],
    end: 'deleted',
  },
  {
    what: 'the words that are searched',
    tables: ['search_entries', 'search_changes'],
    deletion: [search.forget],
    end: 'deleted',
  },
  {
    what: 'files of contacts that are imported, and their rows that failed',
    tables: ['imports', 'import_faults'],
    deletion: [imports.forgetContacts],
    erasure: [imports.erase],
    end: 'rows with an address of the contact are deleted. The file goes when its import ends, or 25 hours after its upload; nobody is erased while one is read',
  },
  {
    what: 'submissions of forms that name the contact, with their files and confirmation links',
    tables: ['form_submissions', 'form_files', 'form_confirmations', 'form_auto_replies', 'form_removals'],
    deletion: [submissions.removeWithContacts],
    end: 'deleted, those too that only claim an address of the contact; of very many the rest in pieces, and unreadable from the first moment. A keyed hash of the address stays for 3 days, so that it gets no second automatic reply',
  },
  {
    what: 'exports of contacts; no other export names a contact',
    tables: ['exports'],
    writers: ['server/reporting/exports/making.ts'],
    deletion: [exports.withdrawWithContacts],
    end: 'withdrawn: the link answers 410; one that is being made begins anew without the contact',
  },
  {
    what: 'what waits for the operator or in quarantine, which names an address and no contact',
    tables: ['arrivals', 'quarantine'],
    erasure: [waiting.erase],
    end: 'erased by any address of the person; after a deletion it stays until it is released, discarded or 30 days old',
  },
  {
    what: 'the contact itself, its addresses, consents and places',
    tables: [
      'contacts',
      'contact_addresses',
      'merged_contacts',
      'consents',
      'group_members',
      'list_members',
      'shared_writings',
    ],
    by: 'server/messaging/contacts/actions.ts',
    end: 'deleted',
  },
  {
    what: 'events, kept to be read again and replayed',
    tables: ['events'],
    by: 'server/events/actions.ts',
    end: 'become tombstones',
  },
  {
    what: 'what receivers of webhooks answered; what they are sent is read from the event at each attempt',
    tables: ['webhook_deliveries'],
    by: 'server/webhooks/forget.ts',
    end: 'forgotten with the event',
  },
  {
    what: 'notices to members',
    tables: ['notices', 'notice_sends'],
    by: 'server/notifications/following.ts',
    end: 'deleted with the event',
  },
  {
    what: 'stored responses of an Idempotency-Key',
    tables: ['idempotency_keys'],
    by: 'server/edge/idempotency.ts',
    end: 'lose their bodies',
  },
  {
    what: 'addresses that must not be written to again',
    tables: ['suppressions'],
    by: 'server/messaging/contacts/suppressions/queries.ts',
    end: 'stay until a member removes them: without them the next import would write to the person again',
  },
  {
    what: 'the dispatch log of a worker, with what a provider answered',
    tables: [],
    writers: ['server/messaging/dispatch/journal/file.ts'],
    by: 'server/messaging/dispatch/journal/journal.ts',
    end: 'gone when its deliveries have ended, at the latest with the worker',
  },
  {
    what: 'backups and the archive',
    tables: [],
    writers: [
      'server/backup/archive-contents.ts',
      'server/backup/attachment-files.ts',
      'server/backup/folder-store.ts',
      'server/backup/new-file.ts',
      'server/backup/restore-archive.ts',
      'server/backup/restore.ts',
    ],
    by: 'server/backup/archive.ts',
    end: 'stay as they are until the operator deletes them; a restored one needs the erasure again',
  },
]
