// Loaded before node:test by the processes of a run. node:test assigns `after` and exceptions to tests by an async
// hook, which Node calls for every promise and every socket of the program as well: 6% of the processor time of a test
// process, and slower garbage collection, which has to track each promise. An AsyncLocalStorage does the same at no
// cost. runner.test.ts fails if a new Node version breaks this.

const hooks = process.getBuiltinModule('node:async_hooks')
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks

const current = new AsyncLocalStorage()
let onInit = null

hooks.createHook = ({ init }) => ({
  enable() {
    onInit = init
    return this
  },
  disable() {
    onInit = null
    return this
  },
})
hooks.executionAsyncId = () => current.getStore() ?? executionAsyncId()
// Tests and suites are its only subclasses in node:test.
hooks.AsyncResource = class extends AsyncResource {
  constructor(type, options) {
    super(type, options)
    onInit?.(this.asyncId(), type, this.triggerAsyncId(), this)
  }

  runInAsyncScope(run, thisArgument, ...given) {
    const asThis = () => Reflect.apply(run, thisArgument, given)
    return super.runInAsyncScope(() => current.run(this.asyncId(), asThis))
  }
}
process.getBuiltinModule('node:test')
// Everyone else gets Node's originals.
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
