// Run before packing or publishing. Only pnpm applies `publishConfig`: packed otherwise, `exports` would lead to
// sources that are not in the package.
const packer = process.env['npm_config_user_agent'] ?? '';
if (!packer.startsWith('pnpm/')) {
  console.error(
    `Pack and publish this package with pnpm: run \`../../script/pnpm pack\` (or \`publish\`) in its folder. Packed by ${packer.split(' ')[0] || 'hand'}, nothing of it could be imported.`,
  );
  process.exitCode = 1;
}
