import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const output = fileURLToPath(new URL('../src/pitboss/web', import.meta.url))
const server = process.env.PITBOSS_SERVER ?? 'http://127.0.0.1:8321'
const compressed = new Set(['.html', '.js', '.css', '.svg'])

/** Writes a .br and a .gz beside every text file, so that the server never compresses while it serves. */
function precompress(): Plugin {
  let output: string
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      output = config.build.outDir
    },
    closeBundle() {
      for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressed.has(extname(entry.name))) continue
        const file = join(entry.parentPath, entry.name)
        const content = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(content))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  plugins: [svelte(), precompress()],
  resolve: { alias: { $lib: fileURLToPath(new URL('src', import.meta.url)) } },
  build: { outDir: output, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
