import { useErrorWords } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { grouped } from '../../design/rupees.ts'
import { words as designWords } from '../../design/words.ts'
import { nameOf } from '../named.tsx'
import { words } from '../words.ts'
import { type Audience, isAtConditions } from './audience.ts'
import { builderWords } from './builder-words.ts'

/** The count, the sentence and example contacts next to the conditions. */
export function AudiencePanel({ audience }: { audience: Audience }) {
  const w = useWords(builderWords)
  const common = useWords(words)
  const { sentence, examples, isCounting, unfinished } = audience
  return (
    <section aria-labelledby="audience" className="flex flex-col gap-3 rounded-box border border-line bg-surface p-4">
      <h2 id="audience" className="font-semibold">
        {w.audience}
      </h2>
      <AudienceCount audience={audience} />
      {sentence !== null && (
        <p className="text-soft wrap-anywhere">
          <bdi>{sentence}</bdi>
        </p>
      )}
      {unfinished > 0 && <p className="text-small text-warn">{w.unfinished(unfinished, grouped(unfinished))}</p>}
      {examples.length > 0 && (
        <div className={classes('border-t border-line pt-3 transition-opacity', isCounting && 'opacity-60')}>
          <h3 className="text-small font-medium text-soft">{w.examples}</h3>
          <ul>
            {examples.map((contact) => (
              <li key={contact.id}>
                <PageLink
                  page={`contacts/${contact.id}`}
                  className="touch -mx-2 flex flex-wrap items-baseline justify-between gap-x-3 rounded-box px-2 py-1.5 hover:bg-hover pointer-coarse:items-center"
                >
                  <bdi className="min-w-0 truncate">{nameOf(contact, common.noName)}</bdi>
                  <bdi className="min-w-0 truncate text-small text-soft">
                    {contact.display_name === null ? null : (contact.email ?? contact.phone_number)}
                  </bdi>
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** "1,234 contacts match"; while it is counted anew, the figure before. */
function AudienceCount({
  audience: { sentence, count, isCounting, error, unfinished, retry },
}: {
  audience: Audience
}) {
  const w = useWords(builderWords)
  const d = useWords(designWords)
  const say = useErrorWords()
  if (error && !isAtConditions(error) && !isCounting) {
    const { title, detail } = say(error)
    return (
      <div role="alert" className="flex flex-col items-start gap-2">
        <p className="font-medium text-bad">{title}</p>
        {detail && <p className="text-soft">{detail}</p>}
        <Button onPress={retry}>{d.tryAgain}</Button>
      </div>
    )
  }
  return (
    <div role="status" aria-busy={isCounting} className="flex flex-wrap items-baseline gap-x-2">
      {sentence === null ? (
        unfinished === 0 && <p className="text-soft">{w.notYet}</p>
      ) : (
        <>
          {count !== null && !isAtConditions(error) && (
            <p
              className={classes('flex flex-wrap items-baseline gap-x-2', isCounting && 'opacity-60')}
              aria-hidden={isCounting || undefined}
            >
              <span className="figures text-display font-semibold">{grouped(count)}</span>
              <span>{w.matching(count)}</span>
            </p>
          )}
          {isCounting && <p className="text-small text-soft">{w.counting}</p>}
        </>
      )}
    </div>
  )
}
