import type { NewAppAccount } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { appGroups } from '../app/account-kinds.ts'
import { api } from '../app/api.ts'
import { SharedChannelNotices } from '../app/channel-notices.tsx'
import { useWords } from '../app/language.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { SharedAccount } from './shared-account.tsx'
import { words } from './shared-words.ts'

const KEY = ['shared_channels', 'app']

export function SharedApp() {
  const w = useWords(words)
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => api.sharedChannels.app.retrieve() })
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />
  return (
    <>
      <SharedAccount
        channel="app"
        isSet={data.phone_number_id !== null}
        groups={appGroups}
        stored={data}
        hasSecrets={[
          ...(data.has_access_token ? ['access_token'] : []),
          ...(data.has_app_secret ? ['app_secret'] : []),
        ]}
        there={[
          [w.callbackUrl, data.callback_url],
          [w.verifyToken, data.verify_token],
        ]}
        onTest={() => api.sharedChannels.app.test()}
        onSet={(body) => api.sharedChannels.app.set(body as unknown as NewAppAccount)}
        onRemove={() => api.sharedChannels.app.remove()}
      />
      {data.phone_number_id !== null && <SharedChannelNotices channel="app" />}
    </>
  )
}
