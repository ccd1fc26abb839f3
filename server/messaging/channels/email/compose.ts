// Composes a mail: its parts, headers and envelope. Sources: RFC 5322 (headers), RFC 8058 (one-click unsubscription),
// RFC 2369 and RFC 6068 (unsubscription by mail).

import { Readable } from 'node:stream'
import { publicId } from '#kit/wire.ts'
import type { OutboundAttachment, OutboundMessage } from '../adapter.ts'
import type { AddressKind, OwnAddresses } from './addresses.ts'
import { plainTextOf } from './plain-text.ts'
import { oneLine } from './replies.ts'
import type { Sender } from './rules.ts'
import { answering, subjectOf } from './subject.ts'

/** RFC 5322 §3.6.4 as other mail programs implement it. Only such ids of others are used in our headers. */
const MESSAGE_ID = /^<[!-;=?-~]{1,250}>$/

/**
 * The headers of RFC 6376 §5.4.1 that our mails have, plus both headers of one-click unsubscription, which must be
 * signed (RFC 8058 §4).
 */
export const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post'

export const domainOf = ({ address }: Sender): string => address.slice(address.lastIndexOf('@') + 1)

/** The sender of a mail. */
export interface From {
  sender: Sender
  /** The account's Reply-To; otherwise the conversation's address, if there is a mail domain. */
  replyTo: Sender | null
  /** True when the server accepts an individual return path per mail. */
  verp: boolean
}

/** A mail's reply and unsubscribe addresses. */
export interface WaysBack {
  /** The return path for bounces. */
  returnPath: string
  replyTo: Sender | null
  unsubscribeUrl: string
  /** Null without a mail domain. */
  unsubscribeAddress: string | null
}

/** `own` is null without a mail domain. */
export function waysBack(
  { organizationId, deliveryId, contactId, conversationId }: OutboundMessage,
  { sender, replyTo, verp }: From,
  own: OwnAddresses | null,
  unsubscribeUrl: string,
): WaysBack {
  const make = (kind: AddressKind, id: string) => (own === null ? null : own.make({ kind, organizationId, id }))
  // Without a conversation, as in a campaign, replies refer to the delivery.
  const answers = conversationId ? make('reply', conversationId) : make('answer', deliveryId)
  return {
    returnPath: (verp ? make('bounce', deliveryId) : null) ?? sender.address,
    replyTo: replyTo ?? (answers === null ? null : { name: sender.name, address: answers }),
    unsubscribeUrl,
    unsubscribeAddress: make('unsubscribe', contactId),
  }
}

/** Its Message-ID is the delivery's, so that every attempt has the same. `carried`: further headers. */
export function compose(
  message: OutboundMessage,
  { sender }: Pick<From, 'sender'>,
  back: WaysBack,
  carried: Readonly<Record<string, string>> = {},
) {
  const { content } = message
  const name = oneLine(message.name ?? '')
  const text = content.text ?? plainTextOf(content.html ?? '')
  const earlier = message.earlier.filter((id) => MESSAGE_ID.test(id))
  return {
    from: sender,
    // A name that equals the address is omitted.
    to: { name: name.toLowerCase() === message.address.toLowerCase() ? '' : name, address: message.address },
    ...(back.replyTo === null ? {} : { replyTo: back.replyTo }),
    // Set explicitly, so that no header decides where a mail or its bounce goes.
    envelope: { from: back.returnPath, to: [message.address] },
    messageId: `<${publicId('dlv', message.deliveryId)}@${domainOf(sender)}>`,
    date: message.at,
    // RFC 5322 §3.6.4: it replies to the last of the earlier mails.
    ...(earlier.length === 0 ? {} : { inReplyTo: earlier.at(-1) as string, references: earlier }),
    // Also for HTML mails: for readers without HTML, and because filters distrust mail without a text part.
    ...(text === '' ? {} : { text }),
    ...(content.html === null ? {} : { html: content.html }),
    ...(content.attachments.length === 0 ? {} : { attachments: content.attachments.map(attached) }),
    headers: {
      ...carried,
      Subject: subjectOf(content.subject ?? answering(message.threadSubject ?? '')),
      // Not folded: an address folded in the middle would become two. The link is first: RFC 2369 §2 prefers the
      // leftmost.
      'List-Unsubscribe': { prepared: true, value: listUnsubscribe(back) },
      'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
    },
  }
}

/** Opened when the mail reaches this part. */
function attached({ filename, contentType, open }: OutboundAttachment) {
  const bytes = async function* () {
    yield* await open()
  }
  return { filename, contentType, content: Readable.from(bytes(), { objectMode: false }) }
}

function listUnsubscribe({ unsubscribeUrl, unsubscribeAddress }: WaysBack): string {
  const link = `<${unsubscribeUrl}>`
  return unsubscribeAddress === null ? link : `${link}, <mailto:${unsubscribeAddress}?subject=unsubscribe>`
}
