import type { EngineTelemetry } from '../execution/engine-telemetry.ts'

/** Keeps the arguments of every call, by name. */
export function recordTelemetry() {
  const calls: { readonly name: keyof EngineTelemetry; readonly args: readonly unknown[] }[] = []
  const record =
    (name: keyof EngineTelemetry) =>
    (...args: readonly unknown[]) =>
      void calls.push({ name, args })
  const telemetry: EngineTelemetry = {
    onFenceChange: record('onFenceChange'),
    onCommitted: record('onCommitted'),
    onDenied: record('onDenied'),
    onAnswered: record('onAnswered'),
    onOrderState: record('onOrderState'),
    onReconcileDifference: record('onReconcileDifference'),
    onBareEnded: record('onBareEnded'),
    onGapFilled: record('onGapFilled'),
  }
  const of = (name: keyof EngineTelemetry) => calls.filter((call) => call.name === name).map(({ args }) => args)
  return { telemetry, of }
}
