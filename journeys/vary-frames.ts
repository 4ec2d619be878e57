/** The made-up camera repeats its picture, which a phone would keep once, so each frame is made different. */
export const VARY_FRAMES = `{
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) {
    drawImage.apply(this, all);
    this.fillStyle = 'hsl(' + 360 * Math.random() + ' 100% 50%)';
    this.fillRect(0, 0, 64, 64);
  };
}`;
