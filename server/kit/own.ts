// Looks up a user-supplied name in an object, ignoring inherited properties.

/** The object's own value by this name: `constructor` and the like are names, and no part of a prototype. */
export function ownOf<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
