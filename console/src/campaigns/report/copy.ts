// A draft with a campaign's content, audience and rate. Pure.

const NAME_MAX = 200

/** Without the scheduled time, which has passed. */
const copied = [
  'channel',
  'template_id',
  'subject',
  'text',
  'html',
  'list_ids',
  'segment_ids',
  'exclude_list_ids',
  'variables',
  'max_per_minute',
  'quiet_hours',
  'track',
] as const
type Copied = (typeof copied)[number]

export function copyOf<Made extends Record<Copied, unknown>>(
  campaign: Made,
  name: string,
): Pick<Made, Copied> & { name: string } {
  const same = Object.fromEntries(copied.map((field) => [field, campaign[field]])) as Pick<Made, Copied>
  return { ...same, name: [...name].slice(0, NAME_MAX).join('') }
}
