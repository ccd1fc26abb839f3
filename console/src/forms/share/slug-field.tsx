import { useState } from 'react'
import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { Field, Input } from '../../design/field.tsx'
import type { FormDraft } from '../data.ts'
import { shareWords } from './share-words.ts'

const SLUG_MAX = 60

/** The last part of the URL. Saved by a button: saving while typing would reserve every prefix. */
export function SlugField({ draft, error }: { draft: FormDraft; error: string | null }) {
  const w = useWords(shareWords)
  const { form, written } = draft
  const [slug, setSlug] = useState(written.slug)
  return (
    <form
      className="mt-3 flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        draft.change({ slug: slug.trim().toLowerCase() })
      }}
    >
      <Field label={w.slug} hint={w.slugHint} error={error} className="grow">
        <Input
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={SLUG_MAX}
          value={slug}
          onChange={({ target }) => setSlug(target.value)}
        />
      </Field>
      {slug !== form.slug && (
        <Button type="submit" className="self-center">
          {w.changeSlug}
        </Button>
      )}
    </form>
  )
}
