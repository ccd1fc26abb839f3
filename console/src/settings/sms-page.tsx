import type { NewSmsAccount } from '@samvad/sdk'
import { smsGroups } from '../app/account-kinds.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { AccountPage } from './account-page.tsx'
import { words } from './channels-words.ts'
import { EnterThere } from './enter-there.tsx'

export function SmsPage() {
  const w = useWords(words)
  return (
    <AccountPage
      channel="sms"
      groups={smsGroups}
      retrieve={() => api.channels.sms.retrieve()}
      set={(body) => api.channels.sms.set(body as unknown as NewSmsAccount)}
      remove={() => api.channels.sms.remove()}
      test={() => api.channels.sms.test()}
      stored={({ protocol, from, settings }) => ({ ...settings, protocol, from })}
      hasSecrets={({ has_password }) => (has_password ? ['password'] : [])}
    >
      {({ callback_url, incoming_url, verify_token }) => (
        <EnterThere
          values={[
            [w.callbackUrl, callback_url],
            [w.incomingUrl, incoming_url],
            [w.verifyToken, callback_url === null ? null : verify_token],
          ]}
        />
      )}
    </AccountPage>
  )
}
