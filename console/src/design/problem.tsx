import { SamvadError } from '@samvad/sdk'
import { fieldError, useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { buttonLook } from './button.tsx'
import { Notice } from './status.tsx'
import { words } from './words.ts'

interface ProblemProps {
  error: unknown
  /** Fields that show their errors themselves. */
  fields?: readonly string[]
}

/** The reason why a form was refused, above its buttons; for an insufficient balance with a link to recharge. */
export function Problem({ error, fields = [] }: ProblemProps) {
  const w = useWords(words)
  const may = useMay()
  const wordsOf = useErrorWords()
  if (!error || fields.some((field) => fieldError(error, field) !== null)) return null
  const { title, detail } = wordsOf(error)
  const isMoney = error instanceof SamvadError && error.status === 402
  return (
    <div role="alert" className="overflow-hidden rounded-box">
      <Notice
        tone="bad"
        {...(isMoney &&
          may('wallet.recharge') && {
            action: (
              <PageLink page="billing/recharge" className={buttonLook()}>
                {w.recharge}
              </PageLink>
            ),
          })}
      >
        <strong className="font-medium">{title}</strong>
        {detail && <span className="block">{detail}</span>}
      </Notice>
    </div>
  )
}
