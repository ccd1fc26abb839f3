// What the app says of a message besides its words: whether it was forwarded, which product it asks about.

import type { Message } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { answeredWords } from './answered-words.ts'

export function ProviderDetails({ message: { forwarded, product } }: { message: Message }) {
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
    </>
  )
}
