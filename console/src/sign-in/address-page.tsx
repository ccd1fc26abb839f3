// Pages for the links in mails about a change of address. Nothing happens before a button is pressed, because mail
// scanners open links too.

import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { consoleRequest } from '../app/console-request.ts'
import { useWords } from '../app/language.tsx'
import { ownRequest } from '../app/own-request.ts'
import { loadSession, useOptionalSession } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Skeleton } from '../design/states.tsx'
import { Fault } from './fault.tsx'
import { Frame } from './frame.tsx'
import { words } from './words.ts'

/** Kept during sign-in: the token is never in a URL that a server receives. */
const KEPT = 'samvad.address-link'

export function AddressPage() {
  const w = useWords(words)
  const { hash } = useLocation()
  const [link] = useState(() => hash || sessionStorage.getItem(KEPT) || '')
  const [, does = '', token = ''] = /^(confirm|undo)\.([\w-]+)$/.exec(link) ?? []
  if (does === 'undo') return <Undo token={token} />
  if (does === 'confirm') return <Confirm link={link} token={token} />
  return (
    <Frame title={w.noLink} description={w.noLinkDetail}>
      <ToConsole />
    </Frame>
  )
}

function ToConsole() {
  const w = useWords(words)
  return (
    <Link to="/" className={buttonLook()}>
      {w.toConsole}
    </Link>
  )
}

function Confirm({ link, token }: { link: string; token: string }) {
  const w = useWords(words)
  const session = useOptionalSession()
  const [isAsked, setAsked] = useState(false)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    void loadSession().then(() => setAsked(true), setError)
  }, [])
  if (isDone)
    return (
      <Frame title={w.addressChanged} description={w.addressChangedDetail}>
        <Link to="/" className={buttonLook('primary')}>
          {w.toConsole}
        </Link>
      </Frame>
    )
  if (!isAsked && error === null) return <Skeleton />
  if (session === null)
    return (
      <Frame title={w.confirmAddress} description={w.confirmSignIn}>
        <Fault error={error} />
        <Link
          to="/sign-in"
          search={{ to: '/address' }}
          className={buttonLook('primary')}
          onClick={() => sessionStorage.setItem(KEPT, link)}
        >
          {w.toSignIn}
        </Link>
      </Frame>
    )
  const confirm = async () => {
    setError(null)
    try {
      await ownRequest('POST', '/console/session/address/confirm', { token })
      sessionStorage.removeItem(KEPT)
      setDone(true)
      await loadSession(true)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Frame title={w.confirmAddress} description={w.confirmAddressDetail(session.user.email)}>
      <Fault error={error} />
      <Button look="primary" onPress={confirm}>
        {w.confirm}
      </Button>
      {error !== null && <ToConsole />}
    </Frame>
  )
}

function Undo({ token }: { token: string }) {
  const w = useWords(words)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (isDone)
    return (
      <Frame title={w.undone} description={w.undoneDetail}>
        <Link to="/reset" className={buttonLook('primary')}>
          {w.newPasswordTitle}
        </Link>
      </Frame>
    )
  const undo = async () => {
    setError(null)
    try {
      await consoleRequest('POST', '/console/address/undo', { token })
      setDone(true)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Frame title={w.undoTitle} description={w.undoDetail}>
      <Fault error={error} />
      <Button look="danger" onPress={undo}>
        {w.undo}
      </Button>
      {error !== null && <ToConsole />}
    </Frame>
  )
}
