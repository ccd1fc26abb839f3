// A message in the Cloud API's format: text, media, buttons or a list within a session, or a template. Source: Meta's
// "Cloud API messages" reference.

import { ownOf } from '#kit/own.ts'
import { publicId } from '#kit/wire.ts'
import type {
  OutboundAttachment,
  OutboundComponents,
  OutboundContent,
  OutboundMessage,
  OutboundReaction,
  OutboundTemplate,
} from '../adapter.ts'
import { interactivePayload } from './interactive-payload.ts'

type OutboundButton = OutboundComponents['buttons'][number]

export type MediaType = 'image' | 'video' | 'audio' | 'document'

/** Media uploaded for the message. */
export interface UploadedMedia {
  type: MediaType
  id: string
  filename: string
}

/** Types that WhatsApp shows inline; everything else is a document. */
const mediaTypes: Readonly<Record<string, MediaType>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'video/mp4': 'video',
  'video/3gpp': 'video',
  'audio/aac': 'audio',
  'audio/amr': 'audio',
  'audio/mp4': 'audio',
  'audio/mpeg': 'audio',
  'audio/ogg': 'audio',
}

export const mediaTypeOf = ({ contentType }: Pick<OutboundAttachment, 'contentType'>): MediaType =>
  ownOf(mediaTypes, contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '') ?? 'document'

export function payloadOf(
  { deliveryId, content, quoted = null }: Pick<OutboundMessage, 'deliveryId' | 'content' | 'quoted'>,
  recipient: { to: string } | { recipient: string },
  media: UploadedMedia | null,
) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipient,
    // Returned with every status of the message, also when this response is lost.
    biz_opaque_callback_data: publicId('dlv', deliveryId),
    ...(quoted === null ? {} : { context: { message_id: quoted } }),
    ...(content.template ? templateBody(content.template, media) : sessionBody(content, media)),
  }
}

/** Returned with the statuses of our reactions, which are neither deliveries nor charged. */
export const OUR_REACTION = 'reaction'

/** An empty emoji removes the reaction. */
export const reactionOf = (
  { providerId, emoji }: Pick<OutboundReaction, 'providerId' | 'emoji'>,
  recipient: { to: string } | { recipient: string },
) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...recipient,
  biz_opaque_callback_data: OUR_REACTION,
  type: 'reaction',
  reaction: { message_id: providerId, emoji: emoji ?? '' },
})

function sessionBody({ text, interactive }: OutboundContent, media: UploadedMedia | null) {
  if (interactive)
    return { type: 'interactive', interactive: interactivePayload(interactive, text ?? '', media && headerOf(media)) }
  if (media === null) return { type: 'text', text: { body: text ?? '', preview_url: false } }
  const { type, id, filename } = media
  const caption = text === null || type === 'audio' ? {} : { caption: text }
  return { type, [type]: { id, ...caption, ...(type === 'document' ? { filename } : {}) } }
}

function templateBody(
  { name, language, registeredId, parameters, components: parts }: OutboundTemplate,
  media: UploadedMedia | null,
) {
  const body =
    parameters.length === 0 ? [] : [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }]
  const components = [
    ...headerComponents(parts ?? null, media),
    ...body,
    ...(parts?.buttons ?? []).map(buttonComponent),
  ]
  return {
    type: 'template',
    template: {
      name: registeredId ?? name,
      language: { code: language },
      ...(components.length === 0 ? {} : { components }),
    },
  }
}

/** Only header parameters that the template does not contain: a file, a location, or a variable's value. */
function headerComponents(parts: OutboundComponents | null, media: UploadedMedia | null): object[] {
  if (media !== null) return [{ type: 'header', parameters: [headerOf(media)] }]
  const header = parts?.header ?? null
  if (header?.type === 'location') {
    const { type, ...location } = header
    return [{ type: 'header', parameters: [{ type, location }] }]
  }
  if (header?.type !== 'text' || header.parameter === null) return []
  return [{ type: 'header', parameters: [{ type: 'text', text: header.parameter }] }]
}

const headerOf = ({ type, id, filename }: UploadedMedia) => ({
  type,
  [type]: { id, ...(type === 'document' ? { filename } : {}) },
})

/** By the names of Meta's parameters; for a URL, only the value of its variable. */
const buttonParameters: Record<OutboundButton['type'], (value: string) => object> = {
  quick_reply: (payload) => ({ type: 'payload', payload }),
  url: (text) => ({ type: 'text', text }),
  copy_code: (coupon_code) => ({ type: 'coupon_code', coupon_code }),
}

const buttonComponent = ({ index, type, value }: OutboundButton) => ({
  type: 'button',
  sub_type: type,
  index: String(index),
  parameters: [buttonParameters[type](value)],
})
