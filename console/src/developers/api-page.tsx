import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { Code } from '../design/copy.tsx'
import { Section } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { curlOf } from './curl.ts'
import { DevelopersPage } from './developers-page.tsx'
import { words } from './words.ts'

/** The rate limit of the token from response headers. */
const useLimit = () =>
  useQuery({
    queryKey: ['api', 'limit'],
    async queryFn() {
      const { response } = await api.me.retrieve().withResponse()
      const [, quota, seconds] = /q=(\d+);w=(\d+)/.exec(response.headers.get('ratelimit-policy') ?? '') ?? []
      return quota && seconds ? { quota, seconds } : null
    },
  })

export function ApiPage() {
  const w = useWords(words)
  const may = useMay()
  const { data: limit } = useLimit()
  const links = [
    ['/docs', w.reference],
    ['/docs/errors', w.errors],
    ['/v1/openapi.json', w.contract],
  ] as const
  return (
    <DevelopersPage>
      <div>
        <Section title={w.address} description={w.addressDetail}>
          <Code text={location.origin} />
        </Section>
        <Section title={w.firstCall}>
          <Code text={curlOf('$TOKEN')} />
          {may('tokens.manage') && (
            <PageLink page="developers/tokens" className={buttonLook('plain', 'mt-3')}>
              {w.makeToken}
            </PageLink>
          )}
        </Section>
        <Section title={w.docs}>
          <ul className="flex flex-wrap gap-2">
            {links.map(([href, label]) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noreferrer" className={buttonLook()}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={w.sdk} description={w.sdkDetail}>
          <Code text="npm install ./samvad-sdk-*.tgz" />
        </Section>
        <Section title={w.limits} description={w.limitsDetail}>
          <p>{limit ? w.requests(grouped(limit.quota), limit.seconds) : w.noLimit}</p>
        </Section>
      </div>
    </DevelopersPage>
  )
}
