// Bundles our workspaces for Node: our own files are included, packages stay in node_modules.
import { build } from 'esbuild'

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
    kind === 'entry-point' || name.startsWith('@trading-bot/') ? undefined : { path: name, external: true },
  )
}
