/** A camera that shows a roof, for pictures of the documentation. */
export const ROOF_CAMERA = {
  content: `(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1080, height: 1440 });
    const pen = canvas.getContext('2d');
    const fill = (color, ...corners) => {
      pen.fillStyle = color;
      pen.beginPath();
      for (const [x, y] of corners) pen.lineTo(x, y);
      pen.fill();
    };
    const block = (color, x, y, width, height) =>
      fill(color, [x, y], [x + width, y], [x + width, y + height], [x, y + height]);
    const draw = () => {
      block('#9cc4e4', 0, 0, 1080, 1440);
      block('#7d8f69', 0, 1180, 1080, 260);
      block('#e8dcc8', 180, 720, 720, 520);
      block('#8a5a44', 700, 330, 90, 260);
      fill('#a8452f', [100, 760], [330, 400], [750, 400], [980, 760]);
      for (let row = 0; row < 8; row++) block('#8f3825', 100 + 230 * (1 - row / 8), 400 + row * 45, 420 + 57 * row, 6);
      fill('#5a2417', [470, 540], [560, 520], [600, 590], [500, 620]);
      block('#4f6d7a', 280, 850, 150, 170);
      block('#4f6d7a', 650, 850, 150, 170);
      block('#6b4a35', 470, 960, 140, 280);
    };
    draw();
    // A canvas that nothing is drawn on gives no frames.
    setInterval(draw, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
  })();`,
};
