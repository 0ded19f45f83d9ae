// Bundles our workspaces for Node: our own files are included, packages stay in node_modules, with a few exceptions.
import { build } from 'esbuild'

// Modules of many files that need nothing from their folder: finding and opening each file took a fifth of a start, for
// which every account waits when an engine has died.
const INCLUDED = ['@trading-bot', 'csv-parse', 'hyparquet', 'jose', 'kysely', 'otpauth', 'zod']

/** @param {import('esbuild').BuildOptions} options */
export async function bundle(options) {
  await build({
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    plugins: [{ name: 'packages-stay-outside', setup: keepPackagesOutside }],
    ...options,
  })
}

/** @param {import('esbuild').PluginBuild} build */
function keepPackagesOutside(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
    kind === 'entry-point' || INCLUDED.some((one) => name === one || name.startsWith(`${one}/`))
      ? undefined
      : { path: name, external: true },
  )
}
