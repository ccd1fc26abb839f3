// The provider's notices about a channel account, newest first.

import type { ChannelNotice } from '@samvad/sdk'
import { Panel, Section } from '../design/page.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { api } from './api.ts'
import type { ChannelName } from './channels.ts'
import { useWords } from './language.tsx'
import { Listed, type Rows, useList } from './list.tsx'
import { noticeWords } from './notice-words.ts'
import { useRefresh } from './queries.ts'

export function ChannelNotices({ channel }: { channel: ChannelName }) {
  useRefresh(['channel_account.*'], [['channel_notices']])
  const list = useList(['channel_notices', channel], (page) => api.channelNotices.list({ channel, ...page }))
  return <NoticeList list={list} />
}

export function SharedChannelNotices({ channel }: { channel: ChannelName }) {
  const list = useList(['shared_channel_notices', channel], (page) =>
    api.sharedChannelNotices.list({ channel, ...page }),
  )
  return <NoticeList list={list} />
}

function NoticeList({ list }: { list: Rows<ChannelNotice> }) {
  const w = useWords(noticeWords)
  return (
    <Section title={w.notices} description={w.noticesDetail}>
      <Panel>
        <Listed list={list} empty={<p className="px-3 py-4 text-soft">{w.noNotices}</p>}>
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((notice) => (
                <li key={notice.id} className="flex flex-col gap-1 px-3 py-2">
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-medium">{w.kinds[notice.kind] ?? notice.kind}</span>
                    {notice.needs_action && <Status tone="warn">{w.needsAction}</Status>}
                    {notice.count > 1 && <span className="text-small text-soft">{w.times(notice.count)}</span>}
                    <span className="ms-auto text-small text-soft">
                      <Time at={notice.last_at} />
                    </span>
                  </span>
                  <bdi className="wrap-anywhere">{notice.detail}</bdi>
                  <details className="text-small text-soft">
                    <summary className="touch-small cursor-pointer">{w.asItCame}</summary>
                    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
                    <pre tabIndex={0} className="mt-1 max-h-72 overflow-auto whitespace-pre-wrap wrap-anywhere">
                      {JSON.stringify(notice.content, null, 2)}
                    </pre>
                  </details>
                </li>
              ))}
            </ul>
          )}
        </Listed>
      </Panel>
    </Section>
  )
}
