import type { NewSmsAccount } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { smsGroups } from '../app/account-kinds.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { SharedAccount } from './shared-account.tsx'
import { words } from './shared-words.ts'

export function SharedSms() {
  const w = useWords(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['shared_channels', 'sms'],
    queryFn: () => api.sharedChannels.sms.retrieve(),
  })
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />
  return (
    <SharedAccount
      channel="sms"
      isSet={data.protocol !== null}
      groups={smsGroups}
      stored={{ ...data.settings, protocol: data.protocol, from: data.from }}
      hasSecrets={data.has_password ? ['password'] : []}
      there={[
        [w.callbackUrl, data.callback_url],
        [w.incomingUrl, data.incoming_url],
        [w.verifyToken, data.verify_token],
      ]}
      onTest={() => api.sharedChannels.sms.test()}
      onSet={(body) => api.sharedChannels.sms.set(body as unknown as NewSmsAccount)}
      onRemove={() => api.sharedChannels.sms.remove()}
    />
  )
}
