// What the app says of a message besides its words: whether it was forwarded, which product it asks about, which ad led
// to it. Pictures of ads are not loaded: they lie elsewhere.

import type { Message } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { answeredWords } from './answered-words.ts'

export function ProviderDetails({ message: { forwarded, product, referral } }: { message: Message }) {
  const w = useWords(answeredWords)
  return (
    <>
      {forwarded !== null && (
        <p className="mb-1 text-small text-soft italic">{forwarded === 'often' ? w.forwardedOften : w.forwarded}</p>
      )}
      {product !== null && (
        <p className="mb-1 text-small break-words text-soft [overflow-wrap:anywhere]">
          {w.product(product.product_retailer_id)}
        </p>
      )}
      {referral !== null && <FromAd referral={referral} />}
    </>
  )
}

function FromAd({
  referral: { source_type, source_url, headline, body },
}: {
  referral: NonNullable<Message['referral']>
}) {
  const w = useWords(answeredWords)
  const href = source_url !== null && /^https?:\/\//i.test(source_url) ? source_url : null
  const shown = headline ?? body ?? source_url
  return (
    <div className="mb-1 border-s-2 border-line ps-2 text-small break-words text-soft [overflow-wrap:anywhere]">
      <p className="font-medium">{source_type === 'post' ? w.fromPost : w.fromAd}</p>
      {shown !== null && (
        <p dir="auto" className="line-clamp-2">
          {href === null ? (
            shown
          ) : (
            <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline underline-offset-2">
              {shown}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
