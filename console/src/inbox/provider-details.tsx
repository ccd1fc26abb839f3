// Provider data of an app message: forwarding, product, ad referral. Pictures of ads are external and not loaded.

import type { Message } from '@samvad/sdk'
import { Megaphone, ShoppingBag } from 'lucide-react'
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
        <p className="mb-1 flex items-start gap-1.5 text-small text-soft wrap-anywhere">
          <ShoppingBag aria-hidden className="mt-0.5 size-4 shrink-0 text-app" />
          {w.product(product.product_retailer_id)}
        </p>
      )}
      {referral !== null && <FromAd referral={referral} />}
    </>
  )
}

function FromAd({ referral }: { referral: NonNullable<Message['referral']> }) {
  const w = useWords(answeredWords)
  const { source_type, source_url, headline, body, welcome_message } = referral
  const href = source_url !== null && /^https?:\/\//i.test(source_url) ? source_url : null
  const title = headline ?? body ?? source_url
  return (
    <section
      aria-label={source_type === 'post' ? w.fromPost : w.fromAd}
      className="mb-1.5 rounded-box border border-line bg-surface px-3 py-2 text-small text-soft wrap-anywhere"
    >
      <p className="flex items-center gap-1.5">
        <Megaphone aria-hidden className="size-3.5 shrink-0" />
        {source_type === 'post' ? w.fromPost : w.fromAd}
      </p>
      {title !== null && (
        <p dir="auto" className="mt-0.5 line-clamp-2 font-medium text-ink">
          {href === null ? (
            title
          ) : (
            <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline underline-offset-2">
              {title}
            </a>
          )}
        </p>
      )}
      {headline !== null && body !== null && (
        <p dir="auto" className="line-clamp-2">
          {body}
        </p>
      )}
      {welcome_message !== null && (
        <p className="mt-1 border-t border-line pt-1">
          {w.seen} <bdi className="text-ink">{welcome_message}</bdi>
        </p>
      )}
    </section>
  )
}
