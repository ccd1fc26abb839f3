// The ad or post that led a contact to write: a "click to WhatsApp" ad. Pure.

import type { MessageDetails } from '../arrivals/message-details.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'

type Referral = NonNullable<MessageDetails['referral']>

const TEXT_MAX = 4000
/** Ids and addresses that are cut would be of no use. */
const NAME_MAX = 2000

/** Empty when Meta reports no referral. */
export function referralOf(message: Fields): Pick<MessageDetails, 'referral'> {
  const given = fieldsOf(message.referral)
  if (given === null) return {}
  const named = (value: unknown): string | null => {
    const name = textOf(value)
    return name === null || name.length > NAME_MAX ? null : name
  }
  const written = (value: unknown): string | null => textOf(value)?.slice(0, TEXT_MAX).toWellFormed() ?? null
  const referral: Referral = {
    source_type: named(given.source_type),
    source_id: named(given.source_id),
    source_url: named(given.source_url),
    headline: written(given.headline),
    body: written(given.body),
    media_type: named(given.media_type),
    image_url: named(given.image_url),
    video_url: named(given.video_url),
    thumbnail_url: named(given.thumbnail_url),
    ctwa_clid: named(given.ctwa_clid),
    welcome_message: written(fieldsOf(given.welcome_message)?.text),
  }
  return Object.values(referral).some((value) => value !== null) ? { referral } : {}
}
