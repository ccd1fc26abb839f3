// A template's data next to its content: state and reason, version, and parts.

import type { Template } from '@samvad/sdk'
import type { ReactNode } from 'react'
import { channelOf } from '../app/channels.ts'
import { shownHeader } from '../app/chat-parts.ts'
import { useExplanation } from '../app/errors.tsx'
import { useLanguage, useWords } from '../app/language.tsx'
import { languageName } from '../app/language-name.ts'
import { isMedia } from '../design/chat-header.tsx'
import { CopyButton } from '../design/copy.tsx'
import { Section } from '../design/page.tsx'
import { Channel } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { BUTTON_SIGNS } from './button-signs.tsx'
import { partWords } from './part-words.ts'
import { TemplateStatus } from './template-status.tsx'
import { words } from './words.ts'

export function TemplateDetails({ template }: { template: Template }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const explained = useExplanation()
  const { status, reason, reason_details, version, approved_version, category, registered_id, header } = template
  return (
    <Section title={w.details}>
      {reason !== null && (
        <p role="status" className="mb-4 rounded-box bg-bad-tint px-3 py-2 break-words text-bad">
          <span className="font-medium">{w.reason}:</span> <bdi>{explained(reason, reason_details)}</bdi>
          {status === 'rejected' && <span className="mt-1 block text-ink">{w.rejectedDetail}</span>}
        </p>
      )}
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2.5">
        <Detail label={w.status}>
          <TemplateStatus status={status} />
        </Detail>
        <Detail label={w.version}>
          {w.latest(version)}
          <span className="block text-small text-soft">
            {approved_version === null ? w.noneInUse : w.inUse(approved_version)}
          </span>
        </Detail>
        <Detail label={w.channel}>
          <Channel channel={template.channel} isNamed />
        </Detail>
        <Detail label={w.category}>{w.categories[category as keyof typeof w.categories] ?? category}</Detail>
        <Detail label={w.language}>{`${languageName(template.language, language)} (${template.language})`}</Detail>
        {channelOf(template.channel)?.isRegistered && <Detail label={w.dlt}>{registered_id ?? '–'}</Detail>}
        {channelOf(template.channel)?.isRegistered && (
          <Detail label={w.header}>{typeof header === 'string' ? header : '–'}</Detail>
        )}
        {channelOf(template.channel)?.hasButtons && <Parts template={template} />}
        <Detail label={w.changed}>
          <Time at={template.updated_at ?? template.created_at} />
        </Detail>
        <Detail label={w.id}>
          <span className="-my-1.5 flex items-center">
            <code className="min-w-0 truncate font-mono text-small">{template.id}</code>
            <CopyButton text={template.id} />
          </span>
        </Detail>
      </dl>
    </Section>
  )
}

function Detail({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Parts({ template: { header, footer, buttons } }: { template: Template }) {
  const w = useWords(partWords)
  const shown = shownHeader(header)
  return (
    <>
      {shown && (
        <Detail label={w.header}>
          {w.headerTypes[shown.type]}
          {shown.type === 'location' && (
            <bdi className="block text-small break-words text-soft">
              {shown.name}, {shown.address} ({shown.latitude}, {shown.longitude})
            </bdi>
          )}
          {isMedia(shown) && shown.file?.filename && (
            <bdi className="block truncate text-small text-soft">{shown.file.filename}</bdi>
          )}
        </Detail>
      )}
      {footer !== null && (
        <Detail label={w.footer}>
          <bdi>{footer}</bdi>
        </Detail>
      )}
      {buttons.length > 0 && (
        <Detail label={w.buttons}>
          <ul className="flex flex-col gap-1">
            {buttons.map(({ type, text, url, phone_number, code }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- they have no id and keep their order
              <li key={place} className="flex items-start gap-1.5">
                <span className="mt-0.5" title={w.buttonTypes[type as keyof typeof w.buttonTypes]}>
                  {BUTTON_SIGNS[type as keyof typeof BUTTON_SIGNS]}
                </span>
                <span className="min-w-0 wrap-anywhere">
                  <bdi>{text ?? w.buttonTypes.copy_code}</bdi>
                  {(url ?? phone_number ?? code) && (
                    <bdi className="block text-small text-soft">{url ?? phone_number ?? code}</bdi>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Detail>
      )}
    </>
  )
}
