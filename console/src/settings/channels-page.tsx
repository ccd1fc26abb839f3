import { useChannelNames } from '../app/channel-names.ts'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Carrier, Health } from './channel-state.tsx'
import { words } from './channels-words.ts'
import { useChannels } from './data.ts'
import { SenderDomains } from './sender-domains.tsx'
import { SettingsPage } from './settings-page.tsx'
import { words as settingsWords } from './words.ts'

export function ChannelsPage() {
  const w = useWords(words)
  const { channels } = useWords(settingsWords)
  return (
    <SettingsPage>
      <Allowed anyOf={['channels.view']}>
        <Section title={channels} description={w.intro}>
          <Panel>
            <Channels />
          </Panel>
        </Section>
        <SenderDomains />
      </Allowed>
    </SettingsPage>
  )
}

function Channels() {
  const w = useWords(words)
  const channelName = useChannelNames()
  const may = useMay()
  const { data, error, refetch } = useChannels()
  const opens = (hasAccount: boolean) => (hasAccount || !may('channels.manage') ? w.open : w.setUp)
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={3} />
  return (
    <ul className="divide-y divide-line">
      {data.map(({ channel, carrier, has_account, health }) => (
        <li key={channel} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <div className="min-w-56 grow basis-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <Channel channel={channel} isNamed />
              <Carrier carrier={carrier} />
              {carrier !== 'none' && carrier !== 'sandbox' && <Health health={health} />}
            </p>
            <p className="text-small text-soft">{w.carrierDetail[carrier]}</p>
          </div>
          <PageLink
            page={`settings/channels/${channel}`}
            className={buttonLook()}
            aria-label={`${opens(has_account)}: ${channelName(channel)}`}
          >
            {opens(has_account)}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
