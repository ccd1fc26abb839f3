// What a domain declares of a route: method, path, permission, shapes, and the call of an action.

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Actor, App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Prefix, Uuid } from '#kit/ids.ts'
import type { Resource } from '#kit/messages/resources.ts'
import type { Refusal, RefusalCode } from '#kit/refusals.ts'
import type { Static, TSchema } from '#kit/wire.ts'
import type { Permission } from '#people/access/rules.ts'
import type { MediaType } from './bodies.ts'
import type { Site } from './sites.ts'

export interface Reply {
  status: number
  body?: unknown
  location?: string
  /** A body that is not JSON: a PDF, a page, a stream of rows. */
  raw?: { contentType: string; content: string | Buffer | Readable; filename?: string }
  headers?: Record<string, string | string[]>
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const created = (location: string, body: unknown): Reply => ({ status: 201, body, location })
export const noContent = (): Reply => ({ status: 204 })

export interface Input<Query, Body> {
  /** The ids in the path, already UUIDs. */
  ids: Record<string, string>
  /** The `:name`s of the path that are not ids. */
  parameters: Record<string, string>
  query: Query
  body: Body
  /** The media types that the caller accepts, as the header says. */
  accept: string
  /** Of a caller that goes on with a stream of events: the last one that it got. */
  lastEventId?: string | undefined
  /** Whether only the headers are wanted: what goes on for ever is not begun. */
  isHead?: boolean
}

/** Who is called, where the path says it: what is in hand of such calls is bounded for each organization. */
export interface Callee {
  organizationId: Uuid
}

/** Of a caller who said nothing about who they are: the address and the headers, and the bytes as they came. */
export interface PublicInput<Query, Body, Called = unknown> extends Input<Query, Body> {
  /** What `calleeOf` found. */
  callee: Called
  address: string
  headers: Record<string, string | string[] | undefined>
  /** The body before anything read it: signatures are over these. */
  rawBody: Buffer
  /** The host name of an organization under which it was called; undefined under one of this installation. */
  site: Site | undefined
  /** A multipart body of a route with `streamsMultipart`: not read yet (streamed-form.ts). */
  stream?: IncomingMessage
}

/**
 * For the contract: what is sent, and a success of the status that says that it happened. Both are held against the
 * shapes.
 */
export interface Example {
  request?: Record<string, unknown>
  response?: unknown
}

interface Declaration<Q extends TSchema, B extends TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Other paths of the same route. */
  aliases?: string[]
  summary: string
  description?: string
  tag: string
  /** Each of these does instead of the permission; the action asks for the one of what it is about. */
  orPermissions?: readonly Permission[]
  /**
   * For what belongs to the person, such as their name or where their notices go: by a session, or a token with every
   * permission of its user.
   */
  isOfPerson?: true
  /**
   * By a session of the console, only for who proved themselves within the last minutes; a list: only where the body
   * has one of these fields. Tokens are not asked.
   */
  freshAuthentication?: true | readonly string[]
  /** What each `:name` of the path identifies; a malformed id is a 404 of that resource. */
  ids?: Record<string, { prefix: Prefix; noun: Resource }>
  query?: Q
  body?: B
  /** Schema of each success, by status; null for no content. */
  responses: Record<number, TSchema | null>
  /** Refusals beyond those that every route of its kind has: see `refusalsOf` in openapi.ts. */
  refuses?: readonly RefusalCode[]
  example?: Example
  /** Media type of a success that is not JSON. */
  produces?: string
  /** Other media types of the same success, for callers who ask for one with Accept. */
  alsoProduces?: string | readonly string[]
  /** The media types of its body, refused by the headers alone; by default any that the API takes. */
  takes?: readonly MediaType[]
  bodyBytesMax?: number
  /** Of a public route that answers under the host names of organizations too (sites.ts). */
  isOnSites?: true
  /** The handler reads the bytes by itself: what others write is whatever they make of it. */
  isReadRaw?: true
  /** Of a public route: the limit of a multipart body, which may hold files and is read by the handler as it comes. */
  streamsMultipart?: { bytesMax: number }
}

type Handler<Place, Q extends TSchema, B extends TSchema> = (
  place: Place,
  actor: Actor,
  input: Input<Static<Q>, Static<B>>,
) => Promise<Reply>

/** The name of the operation in the contract. Published, so never changed: SDKs name their functions after it. */
interface Named {
  operationId: string
}

export type Route = Declaration<TSchema, TSchema> &
  Partial<Named> &
  (
    | { kind: 'read' | 'write'; permission: Permission | null; handle: Handler<Tx, TSchema, TSchema> }
    | { kind: 'direct'; permission: Permission | null; handle: Handler<Idempotency | null, TSchema, TSchema> }
    | { kind: 'grouped'; permission: Permission | null; handleAll: HandleAll; handleAcross: HandleAcross }
    | UploadHandling
    | PublicHandling
  )

interface PublicHandling {
  kind: 'public'
  permission: null
  calleeOf?(parameters: Record<string, string>, site: Site | undefined): Promise<Callee>
  handle(input: PublicInput<unknown, unknown>): Promise<Reply>
}

/** A file that a caller uploads. */
export interface UploadedFile {
  /** What the caller calls it: anything. */
  filename: string | null
  /** Its bytes as they come, once; an error where it is cut, damaged or too large. */
  content: Readable
}

/** What was made of an uploaded file before it is anything. */
export interface Taken {
  /** Of its bytes, in hexadecimal. */
  sha256: string
}

interface UploadHandling {
  kind: 'upload'
  permission: Permission
  fileBytesMax: number
  /** Takes the bytes, in no transaction; when they end in an error nothing of them may stay. */
  take(actor: Actor, file: UploadedFile): Promise<Taken>
  /** Makes it what it is to be. */
  handle(tx: Tx, actor: Actor, input: Input<never, never>, taken: Taken): Promise<Reply>
  /** It becomes nothing: refused, or a repetition of what is there. */
  drop(actor: Actor, taken: Taken): Promise<void>
}

export type UploadRoute = Route & UploadHandling

export interface GroupedRequest<Query = never, Body = never> {
  actor: Actor
  input: Input<Query, Body>
}

/** One outcome for each request, in their order. All are of one organization; `scope` is that and the time. */
export type HandleAll<Query = never, Body = never> = (
  tx: Tx,
  scope: Scope,
  requests: GroupedRequest<Query, Body>[],
) => Promise<(Reply | Refusal)[]>

/** As `HandleAll`, for requests of any organizations; null for one that is to be done by its organization alone. */
export type HandleAcross<Query = never, Body = never> = (
  tx: Tx,
  at: Date,
  requests: GroupedRequest<Query, Body>[],
) => Promise<(Reply | Refusal | null)[]>

/** The Idempotency-Key of a request that keeps it by itself, in the transaction of its effect. */
export interface Idempotency {
  key: string
  fingerprint: Buffer
  /** As the installation's earlier keys made it, if there are any. */
  earlierFingerprints: readonly Buffer[]
}

/** `permission` null: any valid token, for what a token may always know of itself. */
type Declared<Q extends TSchema, B extends TSchema> = Declaration<Q, B> & Named & { permission: Permission | null }

/** Reads only: each statement by itself, no transaction. */
export function read<Q extends TSchema, B extends TSchema>(
  route: Declared<Q, B> & { handle: Handler<Tx, Q, B> },
): Route {
  return { ...route, kind: 'read' } as unknown as Route
}

/** One transaction around the action; a POST's Idempotency-Key is kept in it. */
export function write<Q extends TSchema, B extends TSchema>(
  route: Declared<Q, B> & { handle: Handler<Tx, Q, B> },
): Route {
  return { ...route, kind: 'write' } as unknown as Route
}

/** Takes one file, as it comes: `multipart/form-data` with the field `file`. A POST's Idempotency-Key is kept. */
export function upload<T extends Taken>(
  route: Omit<Declaration<TSchema, TSchema>, 'method' | 'query' | 'body' | 'takes' | 'bodyBytesMax'> &
    Named &
    Pick<UploadHandling, 'permission' | 'fileBytesMax'> & {
      take(actor: Actor, file: UploadedFile): Promise<T>
      handle(tx: Tx, actor: Actor, input: Input<never, never>, taken: T): Promise<Reply>
      drop(actor: Actor, taken: T): Promise<void>
    },
): Route {
  return { ...route, kind: 'upload', method: 'POST', takes: ['multipart'] } as unknown as Route
}

/** As `write`, but requests that arrive together share a transaction: for what many do at once. */
export function grouped<Q extends TSchema, B extends TSchema>(
  route: Declared<Q, B> & {
    handleAll: HandleAll<Static<Q>, Static<B>>
    handleAcross: HandleAcross<Static<Q>, Static<B>>
  },
): Route {
  return { ...route, kind: 'grouped' } as unknown as Route
}

/** Opens its own transactions: the hot path, and what talks to the network between two of them. */
export function direct<Q extends TSchema, B extends TSchema>(
  route: Declared<Q, B> & { handle: Handler<Idempotency | null, Q, B> },
): Route {
  return { ...route, kind: 'direct' } as unknown as Route
}

/**
 * For callers without a token: pages, callbacks that prove themselves by a signature. With a name it is in the
 * contract.
 */
export function open<Q extends TSchema, B extends TSchema, Called extends Callee | undefined = undefined>(
  route: Declaration<Q, B> &
    Partial<Named> & {
      /**
       * Looks up who is called, by the `:name`s of the path that are not ids, and refuses who calls nobody: before
       * anything of the body is read. A route that takes more than a stranger may send has one.
       */
      calleeOf?(parameters: Record<string, string>, site: Site | undefined): Promise<Called>
      handle(input: PublicInput<Static<Q>, Static<B>, Called>): Promise<Reply>
    },
): Route {
  return { ...route, kind: 'public', permission: null } as unknown as Route
}

/** Of which the caller needs one; none where any token will do. */
export function permissionsOfRoute({ permission, orPermissions = [] }: Route): readonly Permission[] {
  return permission === null ? [] : [permission, ...orPermissions]
}

/** Whether a caller with these permissions may use a route that wants these. */
export const isPermitted = (wanted: readonly Permission[], held: ReadonlySet<string>): boolean =>
  wanted.length === 0 || wanted.some((permission) => held.has(permission))

/** The routes of a domain, given what they work with. */
export type Routes = (app: App) => Route[]
