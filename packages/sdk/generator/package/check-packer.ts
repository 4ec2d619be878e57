// Run before the package is packed or published. Only pnpm puts `publishConfig` in place: packed by another, its
// `exports` would lead to sources that are not in it.
const packer = process.env['npm_config_user_agent'] ?? '';
if (!packer.startsWith('pnpm/')) {
  console.error(
    `Pack and publish this package with pnpm: run \`../../script/pnpm pack\` (or \`publish\`) in packages/sdk. Packed by ${packer.split(' ')[0] || 'hand'}, nothing of it could be imported.`,
  );
  process.exitCode = 1;
}
